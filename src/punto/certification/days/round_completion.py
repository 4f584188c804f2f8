"""The way on: from any state of a table, the steps of people and devices that end its round."""

import random
from collections.abc import Iterator

from punto.certification.days.irregularities import Scene, next_of_search, ruling
from punto.certification.days.live_play import balancing
from punto.certification.days.staff import DEALER, SHIFT_MANAGER, TWO, dealer_of
from punto.core.irregularities import Detail, Remedy
from punto.core.notation import FACE_DOWN
from punto.core.sides import Side
from punto.devices.virtual_shoe import VirtualShoe
from punto.table.actors import CLOCK, DEVICE, Actor
from punto.table.card_handling import next_shown
from punto.table.commands.irregularities import ReopenBets
from punto.table.commands.live import ChooseFirstHand, HandOverDevice
from punto.table.commands.play import (
    CloseBets,
    Command,
    ConfirmSeats,
    DrawCard,
    EndWithdrawal,
    EnterCard,
    Interrupt,
    Ruled,
    RunOut,
    SettleRound,
)
from punto.table.decide import decide
from punto.table.evolve.irregularities import cards_of
from punto.table.evolve.play import evolve
from punto.table.next_step import Next, next_step
from punto.table.refusals import Refusal
from punto.table.state import BETWEEN_ROUNDS, Phase, Table

MOST_STEPS = 60
"""More than any round needs: six cards, each passed and turned, and every remedy once."""

Told = tuple[Command, Actor]


class _Never(random.Random):
    """Chance for scenes in which nothing happens by chance."""

    def random(self) -> float:
        return 0.999


def stuck_at(table: Table, shoe: VirtualShoe | None) -> str:
    """Where a table stands still though everybody does their part, empty if its round ends."""
    for _ in range(MOST_STEPS):
        if table.phase is Phase.CLOSED or (table.phase in BETWEEN_ROUNDS and not table.agenda):
            return ""
        refusals: list[str] = []
        for command, by in ways_on(Scene(_Never(0), table, shoe)):
            decision = decide(table, command, by)
            if isinstance(decision, tuple) and decision:
                for event in decision:
                    table = evolve(table, event)
                break
            code = decision.code if isinstance(decision, Refusal) else "nothing"
            refusals.append(f"{type(command).__name__}: {code}")
        else:
            return f"{_where(table)}, where nothing is taken ({', '.join(refusals) or 'or asked'})"
    return f"{_where(table)}, after {MOST_STEPS} steps"


def ways_on(scene: Scene) -> Iterator[Told]:
    """What somebody may do next to bring a round nearer its end, the likeliest first."""
    return _answers(scene) if scene.table.agenda else _steps(scene)


def _answers(scene: Scene) -> Iterator[Told]:
    """What answers the first thing that a table waits for."""
    item = scene.table.agenda[0]
    if item.step is None:
        yield Interrupt(power_failure=True), DEALER
    elif item.step.detail is Detail.MISSING_CARD:
        yield next_of_search(scene), SHIFT_MANAGER
    elif item.step.position is not None:
        for ruled in (Ruled.AS_PROPOSED, Ruled.CONTINUE, Ruled.VOID):
            yield ruling(scene, ruled), SHIFT_MANAGER
    elif item.step.remedy is Remedy.REOPEN_BETS:
        yield ReopenBets(), dealer_of(scene.table)
    else:
        yield EndWithdrawal(item.event), CLOCK


def _steps(scene: Scene) -> Iterator[Told]:
    """What takes the next step of a round that waits for nothing."""
    table, dealer = scene.table, dealer_of(scene.table)
    match next_step(table):
        case Next.CLOSE_BETS:
            yield CloseBets(), dealer
            # What asking did not balance is removed, so the last step is tried first.
            yield from reversed(list(balancing(table)))
        case Next.HAND_OVER_DEVICE:
            yield HandOverDevice(0), DEALER
        case Next.CONFIRM_SEATS:
            yield ConfirmSeats(), dealer
        case Next.DRAW:
            number = table.device.cards_out + 1
            card = scene.shoe.card(number) if scene.shoe else None
            yield (RunOut() if card is None else DrawCard(number, card)), DEVICE
        case Next.ENTER_CARD:
            number = next(number for number, text in cards_of(table) if text == FACE_DOWN)
            yield EnterCard(number, scene.true(number)), TWO
        case Next.EXPOSE:
            yield next_shown(table) or ChooseFirstHand(Side.PLAYER), DEALER
        case Next.SETTLE:
            yield SettleRound(), dealer
        case _:
            return


def _where(table: Table) -> str:
    held = f", held by {table.agenda[0].trigger}" if table.agenda else ""
    return f"stuck {table.phase} before {next_step(table)}{held}"
