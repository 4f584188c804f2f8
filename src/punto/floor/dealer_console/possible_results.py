"""List each seat's win or loss for every possible ending of a held round."""

from collections.abc import Iterator
from typing import Literal

from punto.core.facts import Winner
from punto.core.irregularities import Trigger
from punto.core.rulebook import PayLine, Rulebook, Words
from punto.floor.dealer_console.held_round_views import (
    PossibleEndingView,
    PossibleResultsView,
    SeatResultsRow,
)
from punto.floor.public_view.layout import ratio
from punto.pages import phrases
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
    Winner.PLAYER: phrases.PLAYER_HAND,
    Winner.BANKER: phrases.BANKER_HAND,
    Winner.NEITHER: phrases.TIE,
}
FACE_DOWN = Words(
    "Cards lie face down: counted for whatever they may be.", "有牌面朝下：按一切可能计算。"
)


def possible_results_view(table: Table, item: PendingStep) -> PossibleResultsView | None:
    """Every seat's net if its stakes stay, None where nothing is at stake."""
    if table.phase not in IN_ROUND or not table.current.sets or item.round != table.current.number:
        return None
    found = possible_results(table)
    # Whether an outcome is established decides about an interruption, and is nobody's to weigh.
    reveals_decided = item.trigger is not Trigger.INTERRUPTED
    sums = [CentsRange(0, 0)] * len(found.ways)
    for seat in found.seats:
        sums = [one + two for one, two in zip(sums, seat.nets, strict=True)]
    return PossibleResultsView(
        ways=tuple(_way(table.game, found, way) for way in found.ways),
        rows=tuple(_rows(found, reveals_decided=reveals_decided)),
        all=tuple((each.minimum_cents, each.maximum_cents) for each in sums),
        decided=tuple(each for each in found.wagers if reveals_decided and each in found.decided),
        note=FACE_DOWN if hidden_cards(table) else None,
    )


def _rows(found: PossibleResults, *, reveals_decided: bool) -> Iterator[SeatResultsRow]:
    in_place = sorted(found.seats, key=lambda each: (position_of(each.seat), each.seat < 0))
    for each in in_place:
        yield SeatResultsRow(
            seat=position_of(each.seat),
            kind="chips" if each.seat < 0 else "terminal",
            decided_cents=each.decided_cents if reveals_decided else None,
            nets=tuple((net.minimum_cents, net.maximum_cents) for net in each.nets),
        )


def _way(book: Rulebook, found: PossibleResults, way: PossibleEnding) -> PossibleEndingView:
    """Who wins, and the pays by which it differs from other ways with that winner."""
    alike = [each for each in found.ways if each.winner is way.winner]
    parts: list[Words] = []
    for place, wager in enumerate(found.wagers):
        lines = way.lines_of(place)
        if len(lines) == 1 and any(each.lines_of(place) != lines for each in alike):
            parts.extend(_pays(book, wager, lines[0], way.winner))
    sub = phrases.joined(parts) if parts else None
    return PossibleEndingView(WINNERS[way.winner], LABELS[way.winner], sub)


def _pays(book: Rulebook, wager: str, line: PayLine | None, winner: Winner) -> Iterator[Words]:
    if line is None:
        return
    label, pays = book.wager(wager).label, ratio(line.pays.printed)
    # The wager on the winner itself stands in the head already.
    own = wager == WINNERS[winner]
    yield Words(pays, pays) if own else Words(f"{label.en} {pays}", f"{label.zh} {pays}")
