"""List every command with the people who may give it and with its function or refusal by phase.

A row names the function that decides a command in some phases, or the refusal. In every other phase
the refusal is the same for all commands.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from inspect import signature
from typing import Any, TypeAlias

import msgspec

from punto.core.staff_positions import Permission
from punto.table import commands
from punto.table.actors import NEED_SECOND, Actor
from punto.table.commands import Command
from punto.table.decide.irregularities import (
    missing_card,
    remedies,
    reports,
    rulings,
    withdrawal,
)
from punto.table.decide.live import chips, device_control, differential, squeeze
from punto.table.decide.play import dealing, opening, seating, settlement, wagering
from punto.table.events import Decision
from punto.table.refusals import No
from punto.table.state import BETWEEN_ROUNDS, IN_ROUND, Phase, Table

Handler: TypeAlias = Callable[[Table, Any, Actor], Decision]
"""A function that decides a command in a phase."""

Decider: TypeAlias = Callable[..., Decision]
"""A function as its module defines it: it may omit the actor, or the actor and the command."""


class SenderRule(StrEnum):
    """The senders of commands that no single permission covers."""

    MACHINES = "machines"
    CLOCK = "clock"
    CHECKED_LATER = "checked later"
    """The function checks the sender, because it depends on the seat, the ruling or the method."""


class Cell(msgspec.Struct, frozen=True):
    """A function or a refusal, and whether a table that is on hold refuses the command first."""

    decider: Decider | No
    is_held: bool


CLOSED = frozenset({Phase.CLOSED})
OPEN = frozenset(Phase) - CLOSED
BETS_OPEN = frozenset({Phase.BETS_OPEN})
BETS_CLOSED = frozenset({Phase.BETS_CLOSED})
COMPLETE = frozenset({Phase.COMPLETE})
DEALING = frozenset({Phase.BETS_CLOSED, Phase.DEALING})
"""The phases in which the round may need a card."""

AFTER_CLOSE = IN_ROUND - BETS_OPEN


OTHERWISE: Mapping[frozenset[Phase], No] = {
    CLOSED: No.TABLE_CLOSED,
    BETWEEN_ROUNDS: No.NO_ROUND,
    BETS_OPEN: No.BETS_OPEN,
    AFTER_CLOSE: No.ROUND_RUNNING,
}
"""The refusal in the phases that a row leaves out."""


class CommandRow(msgspec.Struct, frozen=True):
    """One kind of command: its senders, and its function or refusal in each phase."""

    kind: type[Command]
    sender_rule: Permission | SenderRule
    answers: Mapping[frozenset[Phase], Decider | No]
    """By phases; the first that contains a phase applies."""

    is_held: bool = True
    """Whether its functions wait until a table on hold has resolved its irregularity."""

    cards: str = ""
    """The field that names cards; empty if none does."""

    def cell(self, phase: Phase) -> Cell:
        """Return the function or the refusal for a phase."""
        answers = (*self.answers.items(), *OTHERWISE.items())
        answer = next(answer for phases, answer in answers if phase in phases)
        if isinstance(answer, No):
            return Cell(answer, answer not in (No.TABLE_OPEN, No.TABLE_CLOSED))
        return Cell(answer, self.is_held)


def _whenever_open(
    kind: type[Command], sender_rule: Permission | SenderRule, function: Decider, cards: str = ""
) -> CommandRow:
    """Return the row of a command that an open table decides in every phase, on hold or not."""
    return CommandRow(kind, sender_rule, {OPEN: function}, is_held=False, cards=cards)


def _in_round(
    kind: type[Command], sender_rule: Permission | SenderRule, function: Decider
) -> CommandRow:
    """Return the row of a command that a table decides in every phase of a round."""
    return CommandRow(kind, sender_rule, {IN_ROUND: function})


def _between_rounds(
    kind: type[Command], sender_rule: Permission | SenderRule, function: Decider
) -> CommandRow:
    """Return the row of a command that a table decides between rounds."""
    return CommandRow(kind, sender_rule, {BETWEEN_ROUNDS: function})


LATER, MACHINES = SenderRule.CHECKED_LATER, SenderRule.MACHINES

COMMANDS = (
    CommandRow(
        commands.OpenTable,
        LATER,
        {CLOSED: opening.open_table, OPEN: No.TABLE_OPEN},
        is_held=False,
    ),
    # In every phase
    _whenever_open(commands.AcknowledgeScreen, LATER, seating.acknowledge_screen),
    _whenever_open(commands.DisconnectTerminal, MACHINES, seating.terminal_connection),
    _whenever_open(commands.ReconnectTerminal, MACHINES, seating.terminal_connection),
    _whenever_open(commands.TakeSeat, LATER, seating.take_seat),
    _whenever_open(commands.LeaveSeat, LATER, seating.leave_seat),
    # Irregularities: steps that a table on hold waits for, and reports made meanwhile
    _whenever_open(commands.AnswerWithdrawal, LATER, rulings.answer_withdrawal),
    _whenever_open(commands.CloseWithdrawal, SenderRule.CLOCK, rulings.close_withdrawal),
    _whenever_open(commands.GiveRuling, LATER, rulings.give_ruling, cards="cards"),
    _whenever_open(commands.ReferDecision, LATER, rulings.refer_decision),
    _whenever_open(
        commands.CorrectFacts, Permission.RAISE_IRREGULARITY, rulings.correct_facts, cards="cards"
    ),
    _whenever_open(
        commands.ReportIrregularity,
        Permission.RAISE_IRREGULARITY,
        reports.report_irregularity,
        cards="cards",
    ),
    _whenever_open(commands.ReopenBets, Permission.REOPEN_AFTER_RESET, remedies.reopen_bets),
    _whenever_open(commands.SetCardsAside, LATER, missing_card.continue_search, cards="cards"),
    _whenever_open(commands.ReportSortedDecks, LATER, missing_card.continue_search, cards="short"),
    _whenever_open(
        commands.InspectSetAsideCards, LATER, missing_card.continue_search, cards="cards"
    ),
    _whenever_open(
        commands.ReplaceMissingCards, LATER, missing_card.continue_search, cards="cards"
    ),
    CommandRow(
        commands.InterruptRound,
        Permission.RAISE_IRREGULARITY,
        {IN_ROUND: reports.interrupt_round},
        is_held=False,
    ),
    # Between rounds
    _between_rounds(commands.OpenBets, Permission.OPEN_BETS, wagering.open_bets),
    _between_rounds(commands.LoadShoe, Permission.LOAD_SHOE, opening.load_shoe),
    _between_rounds(commands.EndShoe, Permission.END_SHOE, opening.end_shoe),
    _between_rounds(commands.ChangeSettings, Permission.CHANGE_SETTINGS, opening.change_settings),
    _between_rounds(commands.CloseTable, Permission.CLOSE_TABLE, opening.close_table),
    _between_rounds(commands.ReplaceCards, Permission.REPLACE_CARDS, remedies.replace_cards),
    # A round
    CommandRow(
        commands.PlaceWagers,
        LATER,
        {
            BETS_OPEN: wagering.place_wagers,
            AFTER_CLOSE: wagering.refuse_late_wagers,
            BETWEEN_ROUNDS: No.BETS_NOT_OPEN,
        },
    ),
    CommandRow(
        commands.CloseBets,
        Permission.CLOSE_BETS,
        {BETS_OPEN: wagering.close_bets, AFTER_CLOSE: No.BETS_CLOSED},
    ),
    CommandRow(
        commands.DecideParticipation,
        Permission.RULE_ON_SEAT,
        {BETS_CLOSED: seating.decide_participation, AFTER_CLOSE: No.TOO_LATE},
    ),
    CommandRow(
        commands.ConfirmParticipants,
        Permission.CLOSE_BETS,
        {BETS_CLOSED: dealing.confirm_participants, AFTER_CLOSE: No.TOO_LATE},
    ),
    CommandRow(
        commands.DrawCard,
        MACHINES,
        {
            BETS_OPEN: dealing.draw_while_open,
            DEALING: dealing.draw,
            COMPLETE | BETWEEN_ROUNDS: dealing.draw_excess_card,
        },
        cards="card",
    ),
    CommandRow(
        commands.EnterCard,
        Permission.ENTER_CARD_BY_HAND,
        {DEALING: dealing.draw, COMPLETE | BETWEEN_ROUNDS: dealing.draw_excess_card},
        cards="card",
    ),
    CommandRow(
        commands.ReportCuttingCard,
        Permission.RAISE_IRREGULARITY,
        {DEALING: dealing.report_cutting_card, AFTER_CLOSE: No.NO_CARD_DUE},
    ),
    CommandRow(
        commands.ReportEmptyShoe,
        MACHINES,
        {DEALING: dealing.report_empty_shoe, AFTER_CLOSE: No.NO_CARD_DUE},
    ),
    CommandRow(
        commands.SettleRound,
        Permission.COLLECT_AND_PAY,
        {COMPLETE: settlement.settle_round, DEALING: settlement.refuse_early_settlement},
    ),
    # A dealer's table
    CommandRow(
        commands.ChooseMethod,
        LATER,
        {BETWEEN_ROUNDS: device_control.choose_method, IN_ROUND: No.ROUND_RUNNING},
    ),
    CommandRow(
        commands.RestrictWagers,
        Permission.RESTRICT_WAGERS_PER_AREA,
        {BETWEEN_ROUNDS: opening.restrict_wagers, IN_ROUND: No.ROUND_RUNNING},
    ),
    CommandRow(commands.RelinquishDevice, LATER, {OPEN: device_control.relinquish}),
    CommandRow(
        commands.AllowDrawing,
        Permission.ALLOW_DRAWING_WITHOUT_WAGER,
        {OPEN: device_control.allow_drawing},
    ),
    CommandRow(
        commands.EnterChips,
        Permission.ENTER_CHIPS,
        {BETS_OPEN: chips.enter_chips, AFTER_CLOSE: chips.report_late_chips},
    ),
    CommandRow(
        commands.RequestLowerWagers,
        Permission.ASK_FOR_LOWER_WAGERS,
        {BETS_OPEN: differential.request_lower_wagers, AFTER_CLOSE: No.BETS_CLOSED},
    ),
    CommandRow(
        commands.RemoveWagers,
        Permission.REMOVE_WAGERS,
        {BETS_OPEN: differential.remove_wagers, AFTER_CLOSE: No.BETS_CLOSED},
    ),
    CommandRow(
        commands.OfferWithdrawal,
        Permission.ALLOW_WITHDRAWAL_AT_CUTTING_CARD,
        {BETS_CLOSED: withdrawal.offer_withdrawal, IN_ROUND: No.CUT_NOT_FIRST},
    ),
    _in_round(commands.HandOverDevice, Permission.HAND_OVER_DEVICE, device_control.hand_over),
    _in_round(commands.PassCards, Permission.PASS_CARDS, squeeze.pass_cards),
    _in_round(commands.RefuseCards, LATER, squeeze.refuse_cards),
    _in_round(commands.ChooseHandler, Permission.CHOOSE_CARD_HANDLER, squeeze.choose_handler),
    _in_round(
        commands.ChooseFirstHand, Permission.CHOOSE_FIRST_HAND_SHOWN, squeeze.choose_first_hand
    ),
    _in_round(commands.AllowSqueezing, Permission.ALLOW_SQUEEZING, squeeze.allow_squeezing),
    _in_round(commands.ExposeCards, LATER, squeeze.expose_cards),
)

SENDER_RULES: Mapping[type[Command], Permission | SenderRule] = {
    row.kind: row.sender_rule for row in COMMANDS
}
"""The permission or the sender rule of each command."""

PERMISSIONS: Mapping[type[Command], Permission] = {
    kind: act for kind, act in SENDER_RULES.items() if isinstance(act, Permission)
}
"""The permission of each command that one permission covers."""

CARD_FIELDS: Mapping[type[Command], str] = {row.kind: row.cards for row in COMMANDS if row.cards}
"""The field of each command that names cards."""

COMMANDS_WITH_SECOND = frozenset(kind for kind, act in PERMISSIONS.items() if act in NEED_SECOND)
"""The commands that a second person must approve."""


def _handler(cell: Cell) -> Handler:
    """Return the function of a cell, called with table, command and actor."""
    decider = cell.decider
    if isinstance(decider, No):
        return lambda _table, _command, _by: decider
    match len(signature(decider).parameters):
        case 1:
            return lambda table, _command, _by: decider(table)
        case 2:
            return lambda table, command, _by: decider(table, command)
        case _:
            return decider


HANDLERS: Mapping[tuple[Phase, type[Command]], tuple[bool, Handler]] = {
    (phase, row.kind): (cell.is_held, _handler(cell))
    for row in COMMANDS
    for phase in Phase
    for cell in [row.cell(phase)]
}
"""How each phase answers each command, and whether a table on hold refuses it first."""
