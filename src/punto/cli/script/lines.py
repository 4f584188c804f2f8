"""List the lines of a script that make one command, each as a row about its command record."""

from typing import Any

from punto.cli.script.grammar import RecordLine, Scene
from punto.cli.script.tokens import visit_of
from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import StaffPosition
from punto.ledger import accounts, cage, claims
from punto.table import commands
from punto.table.actors import CLOCK, DEVICE, HOUSE_DEALER, Actor, patron_actor
from punto.table.stakes import chips_at

DEALER = StaffPosition.DEALER
PIT_SUPERVISOR = StaffPosition.PIT_SUPERVISOR
PIT_MANAGER = StaffPosition.PIT_MANAGER
ASSISTANT_CASINO_MANAGER = StaffPosition.ASSISTANT_CASINO_MANAGER
SHIFT_MANAGER = StaffPosition.GAMING_SHIFT_MANAGER


def _patron(command: Any) -> Actor:
    return patron_actor(visit_of(str(command.seat)))


def _who_allows(command: commands.ChooseMethod) -> StaffPosition:
    return ASSISTANT_CASINO_MANAGER if command.method is DealingMethod.C else PIT_MANAGER


def _who_interrupts(command: commands.InterruptRound) -> Actor | StaffPosition:
    """The Dealer, but the house reports lost cards: a Dealer alone may not."""
    return DEALER if command.cards_recovered else HOUSE_DEALER


OF_CHIPS = {"seat": lambda _, values: chips_at(values["seat"])}
"""A line about chips asks for the position; the number of its chips stands for a seat."""

CAGE_LINES = {
    "collect": RecordLine(
        cage.CollectCredit,
        HOUSE_DEALER,
        fills={
            "cents": lambda scene, values: scene.balance(accounts.credit(values["visit"])),
            "number": lambda scene, _: scene.new_number(),
        },
    ),
    "redeem": RecordLine(cage.RedeemVoucher, HOUSE_DEALER),
    "cancel": RecordLine(
        cage.VoidVoucher, HOUSE_DEALER, fixed={"is_expired": False}, about="Void a voucher."
    ),
    "write-off": RecordLine(
        claims.WriteOffClaim,
        SHIFT_MANAGER,
        fills={"cents": lambda scene, values: -scene.balance(accounts.claim(values["visit"]))},
    ),
}

TABLE_LINES = {
    "sit": RecordLine(
        commands.TakeSeat, _patron, fills={"visit": lambda _, values: visit_of(str(values["seat"]))}
    ),
    "leave": RecordLine(commands.LeaveSeat, _patron),
    "bets": RecordLine(commands.OpenBets),
    "bet": RecordLine(commands.PlaceWagers, _patron),
    "shown": RecordLine(commands.AcknowledgeScreen, _patron),
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
    "chips": RecordLine(commands.EnterChips, DEALER),
    "withdraw-chips": RecordLine(
        commands.AnswerWithdrawal,
        DEALER,
        fixed={"withdraws": True, "stakes": ()},
        fills=OF_CHIPS,
        labels={"seat": "POSITION"},
        about="Withdraw the offered chips of a position.",
    ),
    "stay-chips": RecordLine(
        commands.AnswerWithdrawal,
        DEALER,
        fixed={"withdraws": False, "stakes": ()},
        fills=OF_CHIPS,
        labels={"seat": "POSITION"},
        about="Leave the chips of a position in when withdrawal is offered.",
    ),
    "lower": RecordLine(commands.RequestLowerWagers, DEALER),
    "remove": RecordLine(
        commands.RemoveWagers,
        PIT_MANAGER,
        fills={"reason": lambda _, values: values.get("reason") or "as proposed"},
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
    "aside": RecordLine(
        commands.SetCardsAside, SHIFT_MANAGER, has_second=True, record=Scene.next_cards
    ),
    "sorted": RecordLine(
        commands.ReportSortedDecks,
        SHIFT_MANAGER,
        has_second=True,
        flags={"none": {"short": ()}},
        labels={"short": "CARDS"},
        record=Scene.cards_short,
    ),
    "look": RecordLine(
        commands.InspectSetAsideCards,
        SHIFT_MANAGER,
        has_second=True,
        record=Scene.cards_set_aside,
    ),
    "missing": RecordLine(
        commands.ReplaceMissingCards,
        SHIFT_MANAGER,
        has_second=True,
        record=Scene.missing_cards,
    ),
}

RECORD_LINES = {**CAGE_LINES, **TABLE_LINES, **LIVE_LINES, **IRREGULARITY_LINES}
"""Every line that makes one command. A new command needs one row."""
