"""List each seat's win or loss for every possible ending of a held round."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from punto.core.facts import Winner
from punto.core.irregularities import Trigger
from punto.core.rulebook import PayLine, Rulebook
from punto.floor.dealer_console.stakes import SeatKind, seat_kind, seat_order
from punto.floor.public_view.layout import ratio
from punto.messages.message import Message, message
from punto.reports.descriptions.names import wager_message
from punto.table.card_handling import hidden_cards
from punto.table.possible_results import (
    CentsRange,
    PossibleEnding,
    PossibleResults,
    possible_results,
)
from punto.table.stakes import position_of
from punto.table.state import IN_ROUND, PendingStep, Table

WINNERS: dict[Winner, Literal["player", "banker", "tie"]] = {
    Winner.PLAYER: "player",
    Winner.BANKER: "banker",
    Winner.NEITHER: "tie",
}
LABELS = {
    Winner.PLAYER: message("hand.player"),
    Winner.BANKER: message("hand.banker"),
    Winner.NEITHER: message("outcome.tie"),
}


class PossibleEndingView(Struct, frozen=True):
    """A way in which the round can end: the winner, and the pays that are different."""

    winner: Literal["player", "banker", "tie"]
    label: Message
    sub: Message | None


class SeatResultsRow(Struct, frozen=True):
    """The lowest and the highest result of a seat in each ending, if its stakes stay."""

    seat: int
    kind: SeatKind
    decided_cents: int | None
    """The part that the open cards decide; None if it must stay secret."""

    nets: tuple[tuple[int, int], ...]


class PossibleResultsView(Struct, frozen=True):
    """The result of every seat for every possible ending of the round."""

    ways: tuple[PossibleEndingView, ...]
    rows: tuple[SeatResultsRow, ...]
    all: tuple[tuple[int, int], ...]
    decided: tuple[str, ...]
    """The wagers that the open cards have decided."""

    note: Message | None


def possible_results_view(table: Table, item: PendingStep) -> PossibleResultsView | None:
    """The result of every seat if its stakes stay; None if nothing is at stake."""
    if table.phase not in IN_ROUND or not table.current.sets or item.round != table.current.number:
        return None
    found = possible_results(table)
    # The ruling on an interruption depends on whether an outcome is established. Staff must not
    # see that before they rule.
    reveals_decided = item.trigger is not Trigger.INTERRUPTED
    sums = [CentsRange(0, 0)] * len(found.ways)
    for seat in found.seats:
        sums = [one + two for one, two in zip(sums, seat.nets, strict=True)]
    return PossibleResultsView(
        ways=tuple(_way(table.game, found, way) for way in found.ways),
        rows=tuple(_rows(found, reveals_decided=reveals_decided)),
        all=tuple((each.minimum_cents, each.maximum_cents) for each in sums),
        decided=tuple(each for each in found.wagers if reveals_decided and each in found.decided),
        note=message("ending.face-down") if hidden_cards(table) else None,
    )


def _rows(found: PossibleResults, *, reveals_decided: bool) -> Iterator[SeatResultsRow]:
    in_place = sorted(found.seats, key=lambda each: seat_order(each.seat))
    for each in in_place:
        yield SeatResultsRow(
            seat=position_of(each.seat),
            kind=seat_kind(each.seat),
            decided_cents=each.decided_cents if reveals_decided else None,
            nets=tuple((net.minimum_cents, net.maximum_cents) for net in each.nets),
        )


def _way(book: Rulebook, found: PossibleResults, way: PossibleEnding) -> PossibleEndingView:
    """The winner, and the pays that differ from other endings with the same winner."""
    alike = [each for each in found.ways if each.winner is way.winner]
    parts: list[Message] = []
    for place, wager in enumerate(found.wagers):
        lines = way.lines_of(place)
        if len(lines) == 1 and any(each.lines_of(place) != lines for each in alike):
            parts.extend(_pays(book, wager, lines[0], way.winner))
    sub = message("ending.parts", parts=tuple(parts)) if parts else None
    return PossibleEndingView(WINNERS[way.winner], LABELS[way.winner], sub)


def _pays(book: Rulebook, wager: str, line: PayLine | None, winner: Winner) -> Iterator[Message]:
    if line is None:
        return
    pays = ratio(line.pays.printed)
    if wager == WINNERS[winner]:
        # The heading already names the wager on the winner itself.
        yield message("ending.pays", pays=pays)
    else:
        label = wager_message(book.wager(wager))
        yield message("ending.wager-pays", wager=label, pays=pays)
