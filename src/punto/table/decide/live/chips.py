"""Chips: stakes that staff enter as seen on the cloth, while bets are open and after (R34)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from punto.core.irregularities import Trigger
from punto.core.money import MOST_CENTS
from punto.core.rulebook import Play
from punto.table.commands.live import EnterChips
from punto.table.decide.decision import Decision
from punto.table.decide.irregularities.remedies import raised
from punto.table.decide.live.limits import settles_to_limit
from punto.table.decide.play.wagering import Reason, first_of, limit_reasons, place_reasons
from punto.table.events.live import LateChipsSeen
from punto.table.events.play import Event, WagersPlaced
from punto.table.refusals import No, Refusal
from punto.table.stakes import Place, Stake, chips_at, chips_owner, place_of
from punto.table.state import Phase, PlacedSet, Table


def enter(table: Table, asked: EnterChips) -> Decision:
    """Takes down the chips of a position; limits are judged when the round is settled."""
    stakes = _laid(asked)
    before = _before(table, asked)
    if refusal := _refusal(table, asked, stakes, before):
        return refusal
    had, has = before.cents if before else 0, sum(stake.cents for stake in stakes)
    if stakes == (before.stakes if before else ()):
        return ()
    return (
        WagersPlaced(
            round=table.current.number,
            seat=chips_at(asked.position),
            visit=chips_owner(asked.position),
            set=table.current.sets_placed + 1,
            stakes=stakes,
            taken_cents=max(has - had, 0),
            returned_cents=max(had - has, 0),
        ),
    )


def see_late(table: Table, asked: EnterChips) -> Decision:
    """Takes down chips that came or went after the close; what lay there then stands."""
    stakes = _laid(asked)
    before = _before(table, asked)
    if refusal := _refusal(table, asked, stakes, before):
        return refusal
    seat, owner = chips_at(asked.position), chips_owner(asked.position)
    lay, lies = _by_place(before.stakes if before else ()), _by_place(stakes)
    late, lifted = tuple(_more(lies, lay)), tuple(_more(lay, lies))
    found: list[Event] = []
    if late:
        found += raised(table, Trigger.LATE_WAGER, [])
    if lifted:
        found += raised(table, Trigger.LATE_WITHDRAWAL, [])
    if found:
        found.append(LateChipsSeen(table.current.number, seat, owner, late, lifted))
    return tuple(found)


def _laid(asked: EnterChips) -> tuple[Stake, ...]:
    """The stakes with the area they lie on, which is the position's own where none is named."""
    return tuple(
        replace(stake, position=stake.position or asked.position) for stake in asked.stakes
    )


def _before(table: Table, asked: EnterChips) -> PlacedSet | None:
    return table.current.sets.get(chips_at(asked.position))


def _refusal(
    table: Table, asked: EnterChips, stakes: tuple[Stake, ...], before: PlacedSet | None
) -> Refusal | None:
    if table.game.document.play is Play.TERMINALS:
        return No.NOT_THERE.at(table.book)
    if not 1 <= asked.position <= table.chosen.positions:
        return No.NO_SUCH_SEAT.at(table.book)
    if asked.round != table.current.number:
        return No.OTHER_ROUND.at(table.book)
    if asked.after != (before.number if before else 0):
        return No.OTHER_SET.at(table.book)
    found = [each for stake in stakes for each in _reasons(table, asked.position, stake)]
    if len(_by_place(stakes)) < len(stakes):
        found.append((No.TWICE, ""))
    return first_of(table, found)


def _reasons(table: Table, position: int, stake: Stake) -> Iterator[Reason]:
    """What speaks against chips: never limits that the document judges later, or that come late."""
    yield from place_reasons(table, stake)
    if not 0 < stake.cents <= MOST_CENTS:
        yield No.UNDER_MINIMUM if stake.cents < 1 else No.OVER_MAXIMUM, ""
    limit = table.chosen.limit(stake.wager)
    is_judged = table.phase is Phase.BETS_OPEN and not settles_to_limit(table.game)
    if limit is not None and is_judged:
        yield from limit_reasons(table, chips_at(position), stake, limit)


def _by_place(stakes: tuple[Stake, ...]) -> dict[Place, Stake]:
    return {place_of(0, stake): stake for stake in stakes}


def _more(one: Mapping[Place, Stake], other: Mapping[Place, Stake]) -> Iterator[Stake]:
    """What lies on each place of one beyond what lies there of the other."""
    for place, stake in one.items():
        there = other[place].cents if place in other else 0
        if stake.cents > there:
            yield replace(stake, cents=stake.cents - there)
