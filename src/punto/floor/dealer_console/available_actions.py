"""List a person's actions besides the next step, enabled or not as `decide` answers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod, WagerPlacement, Words
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.staff_positions import Permission, StaffPosition
from punto.floor.dealer_console.views import ActionView, CommandField, CommandTemplate, FieldChoice
from punto.games.policies import NOBODY_DRAWS
from punto.pages import phrases
from punto.pages.phrases import filled
from punto.reports.descriptions.refusals import refusal_message
from punto.reports.games.explanation import HANDS
from punto.table.actors import Actor, ActorKind, authority_source
from punto.table.card_handling import (
    handler_by_stakes,
    hidden_cards,
    patron_draws,
    patrons_handle_cards,
    squeezable_cards,
)
from punto.table.commands import live as live_commands
from punto.table.commands import play as commands
from punto.table.commands.irregularities import ReplaceCards
from punto.table.decide import PERMISSIONS, decide
from punto.table.decide.live.device_control import PERMISSION_FOR, is_drawer_missing
from punto.table.decide.play.seating import is_participation_open
from punto.table.differential import balancing_proposal
from punto.table.evolve.irregularities import numbered_cards
from punto.table.irregularity_rules import applicable_row
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import Refusal
from punto.table.rules import positions_for
from punto.table.stakes import chips_at
from punto.table.state import BETWEEN_ROUNDS, IN_ROUND, Phase, Table

ANOTHER = Actor(ActorKind.STAFF, "another person", StaffPosition.GAMING_SHIFT_MANAGER)
"""Stands for the second person while it is asked what a table would do."""

Group = Literal["cards", "patrons", "table", "pit"]


@dataclass(frozen=True, slots=True)
class CommandCheck:
    """What `decide` says of a command: why not, and whether a second person must stand by it."""

    refusal: Refusal | None
    needs_second: bool = False

    @property
    def is_on(self) -> bool:
        """Whether the command would be carried out."""
        return self.refusal is None


def check_command(table: Table, command: commands.Command, by: Actor) -> CommandCheck:
    """What a table would say to somebody who gave a command, alone or with a second person."""
    alone = decide(table, command, by)
    if not isinstance(alone, Refusal):
        return CommandCheck(None)
    if alone.code != "needs-second":
        return CommandCheck(alone)
    two = decide(table, command, replace(by, seconded_by=ANOTHER))
    return CommandCheck(two if isinstance(two, Refusal) else None, needs_second=True)


def command_template(
    command: commands.Command, *, without: tuple[str, ...] = ()
) -> CommandTemplate:
    """A command as the wire has it, less the fields that are still to be asked."""
    fields: dict[str, Any] = msgspec.to_builtins(command)
    return CommandTemplate(
        type(command).__name__, {k: v for k, v in fields.items() if k not in without}
    )


def refusal_reason(table: Table, command: commands.Command, refusal: Refusal) -> Words:
    """Why something may not be done now; where it is a position, which one may."""
    words = refusal_message(refusal)
    if refusal.code != "not-allowed" or table.book is None:
        return words
    act = (
        PERMISSION_FOR[command.method] if isinstance(command, live_commands.ChooseMethod) else None
    )
    act = act or PERMISSIONS.get(type(command))
    positions = positions_for(act, table.game.document) if act else ()
    if not positions:
        return words
    return filled(OR_HIGHER, refusal=words, position=phrases.POSITIONS[positions[0]])


OR_HIGHER = Words("{refusal} {position} or higher.", "{refusal}须{position}或以上。")


@dataclass(frozen=True, slots=True)
class OfferedAction:
    """An act with every way of giving it; the first is the one that explains why it is off."""

    key: str
    group: Group
    label: Words
    probes: tuple[commands.Command, ...]
    asks: tuple[tuple[str, Words], ...] = ()
    """The fields to be asked, the first of them with the answers that would be taken."""


def available_actions(table: Table, by: Actor) -> tuple[ActionView, ...]:
    """Everything that belongs to a table as it stands, on or off."""
    if table.phase is Phase.CLOSED:
        return ()
    return tuple(_action_view(table, each, by) for each in _offered(table))


def _action_view(table: Table, offered: OfferedAction, by: Actor) -> ActionView:
    found = [(probe, check_command(table, probe, by)) for probe in offered.probes]
    on = [(probe, check) for probe, check in found if check.is_on]
    probe, check = on[0] if on else found[0]
    refusal = check.refusal
    open_fields = tuple(name for name, _ in offered.asks)
    return ActionView(
        key=offered.key,
        group=offered.group,
        label=offered.label,
        clause=refusal.clause if refusal else _source(table, probe),
        act=command_template(probe, without=open_fields),
        asks=tuple(
            CommandField(name, label, _choices(name, on) if place == 0 else FREE.get(name))
            for place, (name, label) in enumerate(offered.asks)
        ),
        off_because=refusal_reason(table, probe, refusal) if refusal else None,
        needs_second=check.needs_second,
    )


def _source(table: Table, command: commands.Command) -> str:
    """Where it is laid down that something may be done."""
    if isinstance(command, live_commands.ExposeCards):
        in_error = applicable_row(table.game, Trigger.NOT_PASSED, ()).source
        return (
            in_error
            if command.in_error
            else authority_source(table.game, Permission.EXPOSE_FOR_ABSENT_PATRON)
        )
    if isinstance(command, live_commands.HandOverDevice) and not command.position:
        return f"POLICY {NOBODY_DRAWS}"
    rule = BY_RULE.get(type(command))
    if rule is not None:
        return table.game.cite(rule)
    act = (
        PERMISSION_FOR[command.method] if isinstance(command, live_commands.ChooseMethod) else None
    )
    act = act or PERMISSIONS.get(type(command))
    return authority_source(table.game, act) if act else "POLICY"


BY_RULE: dict[type[commands.Command], Rule] = {
    live_commands.RefuseCards: Rule.NEXT_HIGHEST_HANDLES,
    live_commands.RelinquishDevice: Rule.GIVES_DEVICE_UP,
    live_commands.HandOverDevice: Rule.PATRON_DRAWS,
    commands.ReportCuttingCard: Rule.CUTTING_CARD,
}
"""What stands in a rule of the document and not in what a position may do."""


def _choices(
    name: str, on: list[tuple[commands.Command, CommandCheck]]
) -> tuple[FieldChoice, ...] | None:
    """The answers to a field that would be taken, None where anything may be said."""
    if name in FREE_TEXT:
        return None
    values = dict.fromkeys(getattr(probe, name) for probe, _ in on)
    return tuple(FieldChoice(msgspec.to_builtins(each), _called(name, each)) for each in values)


def _called(name: str, value: Any) -> Words:
    if isinstance(value, DealingMethod):
        return filled(METHOD, method=str(value))
    return (
        filled(SEAT, seat=value) if name in ("position", "seat") else Words(f"{value}", f"{value}")
    )


FREE_TEXT = frozenset({"card", "stakes", "reason", "designee"})
METHOD = Words("Method {method}", "方式 {method}")
SEAT = Words("seat {seat}", "{seat} 号座")
YES_NO = (
    FieldChoice(value=True, label=Words("takes part", "参与")),
    FieldChoice(value=False, label=Words("does not take part", "不参与")),
)
FREE = {"takes_part": YES_NO}
"""The answers to fields that are asked after the first."""

POSITION = Words("Which seat?", "几号座？")
CARD = Words("Which card?", "哪张牌？")
STAKES = Words("What lies there?", "台面筹码？")


def _offered(table: Table) -> Iterator[OfferedAction]:
    """What belongs to a table in the state it is in."""
    if table.pending_steps:
        # What a held table waits for stands with what holds it.
        return
    yield from _of_cards(table)
    if table.game.document.placement is WagerPlacement.TABLE:
        yield from _of_patrons(table)
    yield from _of_table(table)
    yield from _of_pit(table)


def _of_cards(table: Table) -> Iterator[OfferedAction]:
    step = next_step(table)
    # The next card of a promised shoe its own record tells; one that lies unread people do.
    is_next = step in (NextStep.DRAW, NextStep.BURN) and not table.device.is_committed
    if is_next or step is NextStep.ENTER_CARD:
        number = _unread(table) if step is NextStep.ENTER_CARD else table.device.cards_out + 1
        label = Words("Enter a card by hand", "人工录入牌")
        probe = commands.EnterCard(number, "As")
        yield OfferedAction("C", "cards", label, (probe,), (("card", CARD),))
    if step is NextStep.EXPOSE:
        yield from _in_hand(table)
    if step in (NextStep.EXPOSE, NextStep.DRAW) and patrons_handle_cards(table):
        yield from _squeezing(table)


def _unread(table: Table) -> int:
    return next(number for number, text in numbered_cards(table) if text == "?")


def _in_hand(table: Table) -> Iterator[OfferedAction]:
    """Cards that lie face down, hand by hand."""
    positions = range(1, table.settings_in_force.positions + 1)
    lying = [side for side in Side if any(each is side for each, _ in hidden_cards(table))]
    for side, keys in ((Side.PLAYER, "FQAJH"), (Side.BANKER, "GEDKN")):
        if side not in lying:
            continue
        hand = HANDS[side]
        if not patron_draws(table):
            yield OfferedAction(
                keys[0], "cards", filled(FIRST, hand=hand), (live_commands.ChooseFirstHand(side),)
            )
            who = table.current.live.holders.get(side, handler_by_stakes(table, side))
            if who is not None:
                label = filled(REFUSES, hand=hand, seat=who)
                yield OfferedAction(
                    keys[1], "patrons", label, (live_commands.RefuseCards(side, who),)
                )
        yield OfferedAction(
            keys[2], "cards", filled(TURNS, hand=hand), (live_commands.ExposeCards(side),)
        )
        error = live_commands.ExposeCards(side, in_error=True)
        yield OfferedAction(keys[3], "cards", filled(IN_ERROR, hand=hand), (error,))
        if not patron_draws(table) and handler_by_stakes(table, side) is None:
            choose = tuple(live_commands.ChooseHandler(side, each) for each in positions)
            label = filled(CHOOSES, hand=hand)
            yield OfferedAction(keys[4], "pit", label, choose, (("position", POSITION),))


def _squeezing(table: Table) -> Iterator[OfferedAction]:
    """Cards that somebody may be let squeeze, those still to come too."""
    if not table.current.tableau.is_initial_deal_complete:
        return
    positions = range(1, table.settings_in_force.positions + 1)
    for place, (side, card) in enumerate(squeezable_cards(table), start=1):
        label = filled(SQUEEZES, hand=HANDS[side], card=card)
        probes = tuple(live_commands.AllowSqueezing(side, card, each) for each in positions)
        key = f"Y{place}"
        asks = (("position", POSITION), ("designee", Words("Somebody in their place?", "代持人？")))
        yield OfferedAction(key, "pit", label, probes, asks)


FIRST = Words("{hand} is shown first", "先开{hand}")
REFUSES = Words("Seat {seat} will not take the {hand} cards", "{seat} 号座不接{hand}牌")
TURNS = Words("Seat away: the Dealer turns {hand}", "客人不在，荷官开{hand}")
IN_ERROR = Words("{hand} was turned up by mistake", "{hand}误开")
CHOOSES = Words("Choose who handles {hand}", "指定谁看{hand}牌")
SQUEEZES = Words("Let somebody squeeze {hand}, card {card}", "允许眯{hand}第 {card} 张")


def _of_patrons(table: Table) -> Iterator[OfferedAction]:
    if table.phase in IN_ROUND:
        yield OfferedAction(
            "S",
            "patrons",
            Words("Enter chips as seen", "录入所见筹码"),
            tuple(_chips(table, each) for each in range(1, table.settings_in_force.positions + 1)),
            (("position", POSITION), ("stakes", STAKES)),
        )
    if table.phase is Phase.BETS_OPEN and table.settings_in_force.differential_cents is not None:
        label = Words("Ask for lower wagers", "请客人减注")
        yield OfferedAction("M", "patrons", label, (live_commands.RequestLowerWagers(),))
        found = balancing_proposal(table)
        if found is not None:
            remove = live_commands.RemoveWagers(found.removed, "")
            label = Words("Remove the wagers proposed", "移除所提投注")
            reason = ("reason", Words("For what reason?", "原因？"))
            yield OfferedAction("V", "pit", label, (remove,), (reason,))
    if table.phase is Phase.BETS_CLOSED and table.current.live.is_cut_first:
        label = Words("Let patrons withdraw", "允许客人撤回")
        yield OfferedAction("O", "patrons", label, (live_commands.OfferWithdrawal(),))


def _chips(table: Table, position: int) -> live_commands.EnterChips:
    """The chips of a position as they are known: told again they change nothing."""
    placed = table.current.sets.get(chips_at(position))
    stakes, number = (placed.stakes, placed.number) if placed else ((), 0)
    return live_commands.EnterChips(table.current.number, position, stakes, number)


def _of_table(table: Table) -> Iterator[OfferedAction]:
    positions = range(1, table.settings_in_force.positions + 1)
    dealing = table.phase in (Phase.BETS_CLOSED, Phase.DEALING)
    # A promised shoe shows its cutting card itself; and whether a further card is due is a secret
    # while cards lie face down.
    is_reportable = dealing and not table.device.is_committed and not hidden_cards(table)
    if is_reportable and table.device.rounds_left is None:
        label = Words("The cutting card is out", "切牌卡已出")
        yield OfferedAction("T", "table", label, (commands.ReportCuttingCard(),))
    if patrons_handle_cards(table) and patron_draws(table):
        label = Words("Hand the device to a patron", "将发牌器交给客人")
        over = tuple(live_commands.HandOverDevice(each) for each in positions)
        if table.phase in IN_ROUND and not table.live.device:
            yield OfferedAction("B", "table", label, over, (("position", POSITION),))
        if dealing and is_drawer_missing(table):
            yield OfferedAction("4", "table", DEALER_DRAWS, (live_commands.HandOverDevice(0),))
        if table.live.device:
            back = live_commands.RelinquishDevice(table.live.device)
            label = filled(GIVES_BACK, seat=table.live.device)
            yield OfferedAction("X", "table", label, (back,))
        label = Words("Let a patron draw without a wager", "允许未下注客人抽牌")
        allow = tuple(live_commands.AllowDrawing(each) for each in positions)
        yield OfferedAction("Z", "pit", label, allow, (("position", POSITION),))


DEALER_DRAWS = Words("No patron takes it: the Dealer draws", "无客人接手，由荷官抽牌")
GIVES_BACK = Words("Seat {seat} gives the device back", "{seat} 号座交回发牌器")


def _of_pit(table: Table) -> Iterator[OfferedAction]:
    if table.phase is Phase.BETS_CLOSED and not table.current.is_confirmed:
        label = Words("Rule on a seat", "裁定座位")
        seats = (seat for seat in table.current.sets if is_participation_open(table.current, seat))
        rulings = tuple(commands.DecideParticipation(seat, takes_part=True) for seat in seats)
        if rulings:
            asks = (("seat", POSITION), ("takes_part", Words("Takes part?", "是否参与？")))
            yield OfferedAction("U", "pit", label, rulings, asks)
    if table.phase not in BETWEEN_ROUNDS:
        return
    if len(table.game.document.methods) > 1:
        label = Words("Choose the method", "选择发牌方式")
        methods = [each.method for each in table.game.document.methods]
        probes = tuple(live_commands.ChooseMethod(each) for each in methods)
        yield OfferedAction(
            "1", "pit", label, probes, (("method", Words("Which method?", "方式？")),)
        )
    if table.shoe is not None:
        yield OfferedAction(
            "2", "pit", Words("New cards before the next round", "下局前换新牌"), (ReplaceCards(),)
        )
    yield OfferedAction("3", "pit", Words("Close the table", "关台"), (commands.CloseTable(),))
