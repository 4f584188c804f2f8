"""List the lines of a script that make one command, each as a row about its command record."""

from collections.abc import Mapping, Sequence
from typing import Any

from punto.cli.script.grammar import RecordLine, Scene
from punto.cli.script.tokens import visit_of
from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.ledger import accounts, cage, claims
from punto.table import commands
from punto.table.actors import CLOCK, DEVICE, HOUSE_DEALER, Actor, patron_actor
from punto.table.decide.irregularities.missing_card import SET_ASIDE_CARDS
from punto.table.differential import balancing_proposal
from punto.table.stakes import chips_at
from punto.table.state import IN_ROUND, Phase

DEALER = StaffPosition.DEALER
PIT_SUPERVISOR = StaffPosition.PIT_SUPERVISOR
PIT_MANAGER = StaffPosition.PIT_MANAGER
ASSISTANT_CASINO_MANAGER = StaffPosition.ASSISTANT_CASINO_MANAGER
SHIFT_MANAGER = StaffPosition.GAMING_SHIFT_MANAGER


# Senders


def _patron(command: Any) -> Actor:
    return patron_actor(visit_of(str(command.seat)))


def _who_allows(command: commands.ChooseMethod) -> StaffPosition:
    return ASSISTANT_CASINO_MANAGER if command.method is DealingMethod.C else PIT_MANAGER


def _who_interrupts(command: commands.InterruptRound) -> Actor | StaffPosition:
    """The Dealer, but the house reports lost cards: a Dealer alone may not."""
    return DEALER if command.cards_recovered else HOUSE_DEALER


# Fields that the scene fills


def _replaced_set(scene: Scene, seat: int) -> int:
    """The number of the set of wagers that a new one replaces; 0 without one."""
    before = scene.table.round.sets.get(seat) if scene.table.round else None
    return before.number if before else 0


def _seat_set(scene: Scene, values: Mapping[str, Any]) -> int:
    return _replaced_set(scene, values["seat"])


def _chips_set(scene: Scene, values: Mapping[str, Any]) -> int:
    return _replaced_set(scene, chips_at(values["position"]))


def _chips_number(_scene: Scene, values: Mapping[str, Any]) -> int:
    return chips_at(values["seat"])


def _seat_visit(_scene: Scene, values: Mapping[str, Any]) -> str:
    return visit_of(str(values["seat"]))


def _has_closed(scene: Scene, _values: Mapping[str, Any]) -> bool:
    return scene.table.phase in IN_ROUND and scene.table.phase is not Phase.BETS_OPEN


def _proposed_removal(
    scene: Scene, _values: Mapping[str, Any]
) -> tuple[commands.WagerRemoval, ...]:
    is_open = scene.table.round is not None and scene.table.book is not None
    found = balancing_proposal(scene.table) if is_open else None
    return found.removed if found else ()


def _reason_of_removal(_scene: Scene, values: Mapping[str, Any]) -> str:
    return values.get("reason") or "as proposed"


def _credit(scene: Scene, values: Mapping[str, Any]) -> int:
    return scene.balance(accounts.credit(values["visit"]))


def _debt(scene: Scene, values: Mapping[str, Any]) -> int:
    return -scene.balance(accounts.claim(values["visit"]))


def _new_number(scene: Scene, _values: Mapping[str, Any]) -> str:
    return scene.new_number()


# Cards of a shuffled shoe, by its record


def cards_out(scene: Scene) -> int:
    """The number of cards that have left the shoe."""
    return scene.table.shoe.cards_out if scene.table.shoe else 0


def _cards_at(scene: Scene, numbers: Sequence[int]) -> list[str]:
    return [scene.record[number - 1] for number in numbers if scene.record]


def _next_cards(scene: Scene) -> Sequence[str]:
    return scene.record[cards_out(scene) :][:SET_ASIDE_CARDS]


def _set_aside_numbers(scene: Scene) -> list[int]:
    search = scene.table.round.aside if scene.table.round else None
    return [number for number, _ in search.cards] if search else []


def _cards_set_aside(scene: Scene) -> Sequence[str]:
    return _cards_at(scene, _set_aside_numbers(scene))


def _cards_short(scene: Scene) -> Sequence[str]:
    played = scene.table.round.numbers if scene.table.round else ()
    return _cards_at(scene, [*played, *_set_aside_numbers(scene)])


def _missing_cards(scene: Scene) -> Sequence[str]:
    steps = scene.table.pending_steps
    return _cards_at(scene, steps[0].numbers if steps else ())


CAGE_LINES = {
    "collect": RecordLine(
        cage.CollectCredit, HOUSE_DEALER, fills={"cents": _credit, "number": _new_number}
    ),
    "redeem": RecordLine(cage.RedeemVoucher, HOUSE_DEALER),
    "cancel": RecordLine(
        cage.VoidVoucher, HOUSE_DEALER, fixed={"is_expired": False}, about="Void a voucher."
    ),
    "write-off": RecordLine(claims.WriteOffClaim, SHIFT_MANAGER, fills={"cents": _debt}),
}

TABLE_LINES = {
    "sit": RecordLine(commands.TakeSeat, _patron, fills={"visit": _seat_visit}),
    "leave": RecordLine(commands.LeaveSeat, _patron),
    "bets": RecordLine(commands.OpenBets),
    "bet": RecordLine(commands.PlaceWagers, _patron, fills={"after": _seat_set}),
    "shown": RecordLine(
        commands.AcknowledgeScreen, _patron, fills={"accepted": _seat_set, "closed": _has_closed}
    ),
    "lose": RecordLine(commands.DisconnectTerminal, DEVICE),
    "regain": RecordLine(commands.ReconnectTerminal, DEVICE),
    "close": RecordLine(commands.CloseBets),
    "seat": RecordLine(
        commands.DecideParticipation,
        SHIFT_MANAGER,
        flags={"in": {"takes_part": True}, "out": {"takes_part": False}},
    ),
    "confirm": RecordLine(commands.ConfirmParticipants),
    "cut": RecordLine(commands.ReportCuttingCard, DEVICE),
    "out": RecordLine(commands.ReportEmptyShoe, DEVICE),
    "settle": RecordLine(commands.SettleRound),
    "interrupt": RecordLine(
        commands.InterruptRound,
        _who_interrupts,
        flags={
            "power": {"power_failure": True},
            "other": {"power_failure": False},
            "lost": {"cards_recovered": False},
        },
    ),
    "withdraw": RecordLine(
        commands.AnswerWithdrawal,
        _patron,
        fixed={"withdraws": True, "stakes": ()},
        about="Withdraw the offered stakes of a seat.",
    ),
    "stay": RecordLine(
        commands.AnswerWithdrawal,
        _patron,
        fixed={"withdraws": False, "stakes": ()},
        about="Stay in when withdrawal is offered.",
    ),
    "time": RecordLine(commands.CloseWithdrawal, CLOCK),
    "close-table": RecordLine(commands.CloseTable, PIT_MANAGER),
}

LIVE_LINES = {
    "chips": RecordLine(commands.EnterChips, DEALER, fills={"after": _chips_set}),
    "withdraw-chips": RecordLine(
        commands.AnswerWithdrawal,
        DEALER,
        fixed={"withdraws": True, "stakes": ()},
        fills={"seat": _chips_number},
        labels={"seat": "POSITION"},
        about="Withdraw the offered chips of a position.",
    ),
    "stay-chips": RecordLine(
        commands.AnswerWithdrawal,
        DEALER,
        fixed={"withdraws": False, "stakes": ()},
        fills={"seat": _chips_number},
        labels={"seat": "POSITION"},
        about="Leave the chips of a position in when withdrawal is offered.",
    ),
    "lower": RecordLine(commands.RequestLowerWagers, DEALER),
    "remove": RecordLine(
        commands.RemoveWagers,
        PIT_MANAGER,
        fills={"removed": _proposed_removal, "reason": _reason_of_removal},
        labels={"reason": "REASON"},
    ),
    "restrict": RecordLine(commands.RestrictWagers, PIT_MANAGER),
    "offer": RecordLine(commands.OfferWithdrawal, DEALER),
    "method": RecordLine(commands.ChooseMethod, _who_allows),
    "allow-drawing": RecordLine(commands.AllowDrawing, ASSISTANT_CASINO_MANAGER),
    "device": RecordLine(commands.HandOverDevice, DEALER),
    "relinquish": RecordLine(commands.RelinquishDevice, DEALER),
    "pass": RecordLine(commands.PassCards, DEALER),
    "refuse": RecordLine(commands.RefuseCards, DEALER),
    "handler": RecordLine(commands.ChooseHandler, PIT_SUPERVISOR),
    "first": RecordLine(commands.ChooseFirstHand, DEALER),
    "squeeze": RecordLine(commands.AllowSqueezing, PIT_MANAGER),
    "expose": RecordLine(
        commands.ExposeCards,
        DEALER,
        flags={"error": {"position": 0, "in_error": True}},
        labels={"position": "POSITION"},
    ),
}

IRREGULARITY_LINES = {
    "report": RecordLine(
        commands.ReportIrregularity,
        DEALER,
        has_second=True,
        named={"numbers": "numbers", "round": "round", "proof": "evidence"},
    ),
    "facts": RecordLine(
        commands.CorrectFacts, DEALER, has_second=True, named={"because": "reason"}
    ),
    "rule": RecordLine(
        commands.GiveRuling, SHIFT_MANAGER, has_second=True, named={"cards": "cards"}
    ),
    "refer": RecordLine(commands.ReferDecision, SHIFT_MANAGER, has_second=True),
    "reopen": RecordLine(commands.ReopenBets, DEALER, has_second=True),
    "replace": RecordLine(commands.ReplaceCards, PIT_MANAGER, has_second=True),
    "aside": RecordLine(commands.SetCardsAside, SHIFT_MANAGER, has_second=True, record=_next_cards),
    "sorted": RecordLine(
        commands.ReportSortedDecks,
        SHIFT_MANAGER,
        has_second=True,
        flags={"none": {"short": ()}},
        labels={"short": "CARDS"},
        record=_cards_short,
    ),
    "look": RecordLine(
        commands.InspectSetAsideCards,
        SHIFT_MANAGER,
        has_second=True,
        record=_cards_set_aside,
    ),
    "missing": RecordLine(
        commands.ReplaceMissingCards,
        SHIFT_MANAGER,
        has_second=True,
        record=_missing_cards,
    ),
}

RECORD_LINES = {**CAGE_LINES, **TABLE_LINES, **LIVE_LINES, **IRREGULARITY_LINES}
"""Every line that makes one command. A new command needs one row."""
