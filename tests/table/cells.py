"""Define the action of each cell, and compare its result with the reviewed table."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Trigger
from punto.core.staff_positions import StaffPosition
from punto.table.actors import DEVICE
from punto.table.commands import (
    AcknowledgeScreen,
    AnswerWithdrawal,
    CloseBets,
    Command,
    DisconnectTerminal,
    GiveRuling,
    InspectSetAsideCards,
    InterruptRound,
    RemoveWagers,
    ReopenBets,
    ReplaceCards,
    ReplaceMissingCards,
    ReportEmptyShoe,
    ReportSortedDecks,
    RequestLowerWagers,
    RulingOutcome,
    SetCardsAside,
    WagerRemoval,
)
from punto.table.events import LateChipsReported
from punto.table.stakes import Stake
from punto.table.state import Phase
from tests.live import DEALER, PIT_MANAGER, lay
from tests.table.cell import (
    DEALT,
    SHIFT_MANAGER,
    STATES,
    TWO,
    Cell,
)
from tests.tables import dealer, patron, staff


def void_by_ruling(cell: Cell) -> None:
    """Let the Gaming Shift Manager void the round."""
    cell.report(Trigger.UNCOVERED)
    cell.play.done(GiveRuling(RulingOutcome.VOID, "void"), SHIFT_MANAGER)


# The action of each cell


def deck_fault(cell: Cell) -> None:
    cell.reach()
    trigger = Trigger.CARD_COUNT if cell.clause == "5.1.2" and cell.letter == "R" else None
    cell.report(trigger or Trigger.FOREIGN_CARD)


def deck_fault_later(cell: Cell) -> None:
    cell.earlier = cell.state != "settled"
    deck_fault(cell)


def order_lost(cell: Cell) -> None:
    cell.reach()
    cell.report(Trigger.ORDER_LOST)


def run_out(cell: Cell) -> None:
    cell.reach()
    cell.play.done(ReportEmptyShoe(), DEVICE)


def late(cell: Cell, *, raised: bool) -> None:
    """Let patrons try to withdraw or raise their stakes after the close."""
    cell.reach()
    play = cell.play
    wagers = play.wagers(1, banker=200_00, tie=10_00) if raised else play.wagers(1)
    code = "bets-closed" if raised else "taken-back-late"
    assert play.refused(wagers, patron(1)) == code
    assert play.refused(AnswerWithdrawal(2, withdraws=True), patron(2)) == "nothing-held"


def late_chips(cell: Cell, cents: int) -> None:
    """Enter different chips at position 2 after the close."""
    cell.reach()
    events = lay(cell.play, 2, player=cents) if cents else lay(cell.play, 2)
    assert any(isinstance(event, LateChipsReported) for event in events)


def outside_limits(cell: Cell) -> None:
    """Place chips at position 2 below the minimum or above the maximum."""
    cell.earlier = cell.clause == "5.16" and cell.state != "settled"
    cell.reach()
    if cell.clause == "5.14" and cell.state == "settled":
        cell.begin()


def differential(cell: Cell) -> None:
    """Let the Banker stakes exceed the Player stakes by too much."""
    cell.reach()
    play = cell.play
    if cell.clause == "5.18.3":
        lay(play, 1, banker=30_00)
    assert play.refused(CloseBets(), DEALER) == "differential"
    removal = RemoveWagers(
        (WagerRemoval(-1, Stake("banker", 30_00, position=1)),), "the last placed"
    )
    assert play.refused(removal, PIT_MANAGER) == "not-asked-yet"
    play.done(RequestLowerWagers(), DEALER)
    match cell.clause:
        case "5.18.1":
            play.bet(1, banker=80_00, tie=10_00)
        case "5.18.2":
            play.bet(2, player=70_00)
        case _:
            assert play.refused(removal, DEALER) == "not-allowed"
            play.done(removal, PIT_MANAGER)


def face_up(cell: Cell) -> None:
    cell.reach()
    cell.report(Trigger.FACE_UP, cards=("9h",))


def wrong_order(cell: Cell) -> None:
    """Report that the last two cards were recorded in the wrong order."""
    right = cell.cards[: cell.drawn]
    wrong = (*right[:-2], *reversed(right[-2:])) if cell.state in ("2", "3") else right
    cell.reach((*wrong, *cell.cards[cell.drawn :]))
    cell.report(Trigger.WRONG_ORDER, cards=right)


def wrong_number(cell: Cell) -> None:
    cell.reach()
    cell.report(Trigger.WRONG_NUMBER, When.CANNOT_BE_RECONSTRUCTED)


def together(cell: Cell, *saw: When) -> None:
    cell.reach()
    cell.report(Trigger.DRAWN_TOGETHER, *saw, cards=cell.next_cards(2))


def together_known(cell: Cell) -> None:
    together(cell)
    if cell.letter == "T":
        cell.answer()
    if cell.state == "betting":
        # The cards also came too early, which only the shift manager can accept (P10).
        cell.play.done(
            GiveRuling(RulingOutcome.CONTINUE, "no patron had placed since"), SHIFT_MANAGER
        )


def together_unknown(cell: Cell) -> None:
    together(cell, When.ORDER_UNKNOWN)
    if cell.clause == "5.8.2.2":
        ruling = GiveRuling(RulingOutcome.CONTINUE, "as they lay", cell.next_cards(2))
        cell.play.done(ruling, staff(StaffPosition.PIT_MANAGER))
        cell.answer()


def interrupted(cell: Cell) -> None:
    cell.reach()
    cell.play.done(InterruptRound(power_failure=True), dealer(cell.play.table))
    if cell.clause == "5.17.1":
        cell.answer()


def cut_off(cell: Cell) -> None:
    """Cut off seat 2; while bets are open, its terminal has displayed the accepted wager."""
    cell.reach()
    if cell.state == "betting":
        number = cell.play.table.current.sets[2].number
        cell.play.done(AcknowledgeScreen(1, 2, number), patron(2))
    cell.play.done(DisconnectTerminal(2), DEVICE)


def never_accepted(cell: Cell) -> None:
    cell.reach()
    cell.rest()
    assert cell.play.refused(cell.play.wagers(2, player=50_00), patron(2)) == "bets-not-open"


def reset(cell: Cell) -> None:
    cell.reach()
    cell.report(Trigger.DEVICE_RESET)
    if cell.state == "closed":
        cell.answer()
        cell.play.done(ReopenBets(), staff(StaffPosition.DEALER))
        cell.play.bet(1, player=20_00)


def note(trigger: Trigger) -> Callable[[Cell], None]:
    def act(cell: Cell) -> None:
        cell.reach()
        cell.report(trigger)

    return act


def left_with_card(cell: Cell) -> None:
    """Let a patron leave with the last card, which the device did not read."""
    cards = (*cell.cards[: cell.drawn - 1], "?", *cell.cards[cell.drawn :])
    cell.reach(cards)
    play, missing = cell.play, cell.cards[cell.drawn - 1]
    cell.report(Trigger.LEFT_WITH_CARDS, numbers=(cell.drawn,))
    aside = cell.next_cards(2)
    search: tuple[Command, ...] = (
        SetCardsAside(("?", "?")),
        ReportSortedDecks((*cell.cards[: cell.drawn - 1], missing, *aside)),
        InspectSetAsideCards(aside),
        ReplaceMissingCards((missing,)),
    )
    for each in search:
        assert play.refused(each, TWO) == "not-allowed"
        play.done(each, SHIFT_MANAGER)
    assert play.table.device.replace_by.startswith("T 5.11")


def after_void(cell: Cell) -> None:
    cell.reach()
    void_by_ruling(cell)
    assert not cell.play.table.device.replace_by
    assert cell.play.refused(ReplaceCards(), staff(StaffPosition.DEALER)) == "not-allowed"
    cell.play.done(ReplaceCards(), staff(StaffPosition.PIT_MANAGER))


ACTS: dict[str, Callable[[Cell], None]] = {
    **dict.fromkeys(("E 5.1.1", "U 5.1.1", "F 5.1.1", "T 5.1.1"), deck_fault),
    **dict.fromkeys(("R 5.1.1", "R 5.1.2"), deck_fault),
    **dict.fromkeys(("E 5.1.2", "U 5.1.2", "F 5.1.2", "T 5.1.2", "R 5.1"), deck_fault_later),
    **dict.fromkeys(("E 5.2", "U 5.2", "F 5.4", "T 5.2", "T 5.12.2"), order_lost),
    **dict.fromkeys(("E 5.3", "U 5.3", "F 5.5", "T 5.3", "R 5.1.4"), run_out),
    **dict.fromkeys(("E 5.4", "U 5.4"), lambda cell: late(cell, raised=False)),
    **dict.fromkeys(("E 5.5", "U 5.5"), lambda cell: late(cell, raised=True)),
    **dict.fromkeys(("F 5.6", "T 5.4"), lambda cell: late_chips(cell, 80_00)),
    **dict.fromkeys(("F 5.7", "T 5.5"), lambda cell: late_chips(cell, 0)),
    **dict.fromkeys(("T 5.14", "T 5.15", "T 5.16"), outside_limits),
    **dict.fromkeys(("T 5.18.1", "T 5.18.2", "T 5.18.3"), differential),
    **dict.fromkeys(("E 5.6", "U 5.6", "T 5.6"), face_up),
    **dict.fromkeys(("E 5.7", "U 5.7", "T 5.7"), wrong_order),
    **dict.fromkeys(("F 5.2", "R 5.1.3"), wrong_number),
    **dict.fromkeys(("E 5.8", "U 5.8", "T 5.8", "T 5.8.1"), together_known),
    **dict.fromkeys(("E 5.8.1", "U 5.8.1", "F 5.3", "T 5.8.2.1", "T 5.8.2.2"), together_unknown),
    **dict.fromkeys(("E 5.9.1", "E 5.9.2", "U 5.9.1", "U 5.9.2"), interrupted),
    **dict.fromkeys(("T 5.17.1", "T 5.17.2"), interrupted),
    **dict.fromkeys(("E 5.10", "E 5.10.1", "U 5.10", "U 5.10.1"), cut_off),
    **dict.fromkeys(("E 5.10.2", "U 5.10.2"), never_accepted),
    "T 5.7.1": note(Trigger.NOT_PASSED),
    "T 5.9": reset,
    "T 5.10": note(Trigger.HANDLER_ABSENT),
    **dict.fromkeys(("T 5.11.1", "T 5.11.2", "T 5.11.2.1"), left_with_card),
    **dict.fromkeys(("T 5.11.3", "T 5.11.4", "T 5.11.5"), left_with_card),
    "T 5.12.1": note(Trigger.EXPOSED_BY_MOVE),
    "T 5.13": after_void,
}


# The reviewed table of results


@dataclass(frozen=True)
class Expected:
    """The meaning of a code of the table."""

    round: str
    wagers: str
    cents: tuple[str, str]


def read_cells() -> tuple[dict[str, Expected], dict[str, str], dict[tuple[str, str], str]]:
    """The codes, the reasons why a case cannot arise, and the cells."""
    codes: dict[str, Expected] = {}
    reasons: dict[str, str] = {}
    cells: dict[tuple[str, str], str] = {}
    text = (Path(__file__).parent / "cells.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        words = line.split()
        if not words or words[0] == "#":
            continue
        if words[0] == "=":
            codes[words[1]] = Expected(words[2], words[3], (words[4], words[5]))
        elif words[0] == "-":
            reasons[words[1]] = " ".join(words[2:])
        else:
            letter, clause, *row = words
            cells |= {(f"{letter} {clause}", s): c for s, c in zip(STATES, row, strict=True)}
    return codes, reasons, cells


CODES, REASONS, CELLS = read_cells()


def found(cell: Cell) -> tuple[str, str, tuple[int, int]]:
    """The result of the round, of the wagers and in money."""
    play = cell.play
    if play.table.pending_steps:
        step = play.table.pending_steps[0].step
        assert step is not None
        assert step.position is not None, "a ruling is pending"
        return "held", "all-stand", (0, 0)
    cell.rest()
    kinds = [type(event).__name__ for event in play.events]
    back = {
        each.seat
        for each in chain.from_iterable(
            getattr(event, "returned", ()) for event in play.events if hasattr(event, "returned")
        )
    }
    back |= {
        event.seat  # type: ignore[union-attr]
        for event in play.events
        if type(event).__name__ == "WithdrawalAnswered" and event.withdrawn  # type: ignore[union-attr]
    }
    status = {Phase.VOID: "void", Phase.SETTLED: "settled"}.get(play.table.phase, "before")
    if "RoundReversed" in kinds:
        wagers = "reversed"
    elif play.table.phase is Phase.VOID:
        wagers = "all-back"
    else:
        current = play.table.round
        out = current and 2 not in {abs(each.seat) for each in current.settled}
        wagers = "1-back" if back == {1} else "2-out" if out and not back else "all-stand"
    return status, wagers, cell.cents()


def expected_cents(cell: Cell, words: tuple[str, str]) -> tuple[int, int]:
    """The cents that the words of a code mean in a cell."""
    dealt = DEALT["seven-up" if cell.is_seven_up else "plain"]
    then = dealt if cell.earlier or cell.state == "settled" else (0, 0)

    def one(word: str, seat: int) -> int:
        if word == "deal":
            return dealt[seat]
        if word == "twice":
            return 2 * dealt[seat]
        if word == "then":
            return then[seat]
        return 20_00 if word == "new-20" else int(word)

    return one(words[0], 0), one(words[1], 1)
