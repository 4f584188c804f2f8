"""Give the command for each step of a table, for days, sample floors and checks."""

from collections.abc import Iterator

from punto.certification.days.irregularities import TableScene, give_ruling, next_search_step
from punto.certification.days.live_play import balance_wagers
from punto.certification.days.people import DEALER, SHIFT_MANAGER, TWO, dealer_of
from punto.core.irregularities import Remedy, RemedyDetail
from punto.core.notation import FACE_DOWN
from punto.core.sides import Side
from punto.devices.virtual_shoe import VirtualShoe
from punto.table.actors import CLOCK, DEVICE, Actor
from punto.table.card_handling import next_exposure
from punto.table.commands import (
    ChooseFirstHand,
    CloseBets,
    CloseWithdrawal,
    Command,
    ConfirmParticipants,
    DrawCard,
    EndShoe,
    EnterCard,
    HandOverDevice,
    InterruptRound,
    OpenBets,
    ReopenBets,
    ReportEmptyShoe,
    RulingOutcome,
    SettleRound,
)
from punto.table.next_step import NextStep, next_step
from punto.table.state import Table

ActorCommand = tuple[Command, Actor]

STEPS: dict[NextStep, type[OpenBets | CloseBets | ConfirmParticipants | SettleRound]] = {
    NextStep.OPEN_BETS: OpenBets,
    NextStep.CLOSE_BETS: CloseBets,
    NextStep.CONFIRM_SEATS: ConfirmParticipants,
    NextStep.SETTLE: SettleRound,
}


def step_command(step: NextStep, table: Table, shoe: VirtualShoe | None) -> Command:
    """The command for a step that leaves no choice."""
    match step:
        case NextStep.END_SHOE if shoe is not None and table.device.is_committed:
            return EndShoe(shoe.order, shoe.salt)
        case NextStep.END_SHOE:
            return EndShoe()
        case NextStep.BURN | NextStep.DRAW:
            number = table.device.cards_out + 1
            card = shoe.card(number) if shoe else None
            return ReportEmptyShoe() if card is None else DrawCard(number, card)
        case _:
            return STEPS[step]()


def next_commands(scene: TableScene) -> Iterator[ActorCommand]:
    """Yield the commands that bring a round nearer its end, the most likely first."""
    return _answers(scene) if scene.table.pending_steps else _steps(scene)


def _answers(scene: TableScene) -> Iterator[ActorCommand]:
    """The commands that answer the first pending step of a table."""
    item = scene.table.pending_steps[0]
    if item.step is None:
        yield InterruptRound(power_failure=True), DEALER
    elif item.step.detail is RemedyDetail.MISSING_CARD:
        yield next_search_step(scene), SHIFT_MANAGER
    elif item.step.position is not None:
        for ruled in (RulingOutcome.AS_PROPOSED, RulingOutcome.CONTINUE, RulingOutcome.VOID):
            yield give_ruling(scene, ruled), SHIFT_MANAGER
    elif item.step.remedy is Remedy.REOPEN_BETS:
        yield ReopenBets(), dealer_of(scene.table)
    else:
        yield CloseWithdrawal(item.event), CLOCK


def _steps(scene: TableScene) -> Iterator[ActorCommand]:
    """The commands for the next step of a round without pending steps."""
    table, dealer = scene.table, dealer_of(scene.table)
    match next_step(table):
        case NextStep.CLOSE_BETS as step:
            yield step_command(step, table, scene.shoe), dealer
            # Wagers are removed only after a request to lower them, so try the last command first.
            yield from reversed(list(balance_wagers(table)))
        case NextStep.HAND_OVER_DEVICE:
            yield HandOverDevice(0), DEALER
        case NextStep.CONFIRM_SEATS | NextStep.SETTLE as step:
            yield step_command(step, table, scene.shoe), dealer
        case NextStep.DRAW as step:
            yield step_command(step, table, scene.shoe), DEVICE
        case NextStep.ENTER_CARD:
            number = next(number for number, text in table.numbered_cards if text == FACE_DOWN)
            yield EnterCard(number, scene.true(number)), TWO
        case NextStep.EXPOSE:
            yield next_exposure(table) or ChooseFirstHand(Side.PLAYER), DEALER
        case _:
            return
