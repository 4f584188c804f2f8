"""Find commands of people and devices that end the current round from any table state."""

import random
from collections.abc import Iterator

from punto.certification.days.irregularities import TableScene, give_ruling, next_search_step
from punto.certification.days.live_play import balance_wagers
from punto.certification.days.staff import DEALER, SHIFT_MANAGER, TWO, dealer_of
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
    EnterCard,
    HandOverDevice,
    InterruptRound,
    ReopenBets,
    ReportEmptyShoe,
    RulingOutcome,
    SettleRound,
)
from punto.table.decide import decide
from punto.table.evolve import evolve
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import Refusal
from punto.table.state import BETWEEN_ROUNDS, Phase, Table

MAX_STEPS = 60
"""More steps than any round needs: six cards, each passed and exposed, and every remedy once."""

ActorCommand = tuple[Command, Actor]


class _Never(random.Random):
    """A random source for scenes without chance: no event with a probability happens."""

    def random(self) -> float:
        return 0.999


def stuck_phase(table: Table, shoe: VirtualShoe | None) -> str:
    """Describe where the round gets stuck, or return an empty string if it ends."""
    for _ in range(MAX_STEPS):
        if table.phase is Phase.CLOSED or (
            table.phase in BETWEEN_ROUNDS and not table.pending_steps
        ):
            return ""
        refusals: list[str] = []
        for command, by in next_commands(TableScene(_Never(0), table, shoe)):
            decision = decide(table, command, by)
            if isinstance(decision, tuple) and decision:
                for event in decision:
                    table = evolve(table, event)
                break
            code = decision.code if isinstance(decision, Refusal) else "nothing"
            refusals.append(f"{type(command).__name__}: {code}")
        else:
            reasons = ", ".join(refusals) or "no command fits"
            return f"{_where(table)}, because the table accepts no command ({reasons})"
    return f"{_where(table)}, after {MAX_STEPS} steps"


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
        case NextStep.CLOSE_BETS:
            yield CloseBets(), dealer
            # Wagers are removed only after a request to lower them, so try the last command first.
            yield from reversed(list(balance_wagers(table)))
        case NextStep.HAND_OVER_DEVICE:
            yield HandOverDevice(0), DEALER
        case NextStep.CONFIRM_SEATS:
            yield ConfirmParticipants(), dealer
        case NextStep.DRAW:
            number = table.device.cards_out + 1
            card = scene.shoe.card(number) if scene.shoe else None
            yield (ReportEmptyShoe() if card is None else DrawCard(number, card)), DEVICE
        case NextStep.ENTER_CARD:
            number = next(number for number, text in table.numbered_cards if text == FACE_DOWN)
            yield EnterCard(number, scene.true(number)), TWO
        case NextStep.EXPOSE:
            yield next_exposure(table) or ChooseFirstHand(Side.PLAYER), DEALER
        case NextStep.SETTLE:
            yield SettleRound(), dealer
        case _:
            return


def _where(table: Table) -> str:
    held = f", on hold for {table.pending_steps[0].trigger}" if table.pending_steps else ""
    return f"stuck {table.phase} before {next_step(table)}{held}"
