"""Choose irregularities for staff to report, by a seed, and continue missing-card searches."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from punto.certification.days.people import DEALER, TWO
from punto.core.irregularities import Circumstance, Trigger
from punto.core.notation import FACE_DOWN, parse_card
from punto.core.tableau import lay_out
from punto.devices.virtual_shoe import VirtualShoe
from punto.table.actors import Actor
from punto.table.commands import (
    Command,
    EnterCard,
    GiveRuling,
    InspectSetAsideCards,
    ReplaceMissingCards,
    ReportIrregularity,
    ReportSortedDecks,
    RulingOutcome,
    SetCardsAside,
)
from punto.table.decide.irregularities.rulings import needs_card_order
from punto.table.state import IN_ROUND, Table

When = Circumstance
PROOF = "on camera, and two have seen it"


@dataclass(frozen=True, slots=True)
class TableScene:
    """A table and the cards that are still in the device."""

    rng: random.Random
    table: Table
    shoe: VirtualShoe | None

    @property
    def is_physical(self) -> bool:
        """Whether the cards are physical, so that their order can be in doubt."""
        return self.table.shoe is not None and not self.table.shoe.is_committed

    def coming(self, many: int) -> tuple[str, ...]:
        """The next cards of the shoe, fewer at its end."""
        if self.shoe is None or self.table.shoe is None:
            return ()
        first = self.table.shoe.cards_out + 1
        found = (self.shoe.card(number) for number in range(first, first + many))
        return tuple(card for card in found if card is not None)

    def true(self, number: int) -> str:
        """The true name of a card of the shoe."""
        found = self.shoe.card(number) if self.shoe else None
        assert found is not None, "the shoe has had the card"
        return found

    def chance(self, share: float) -> bool:
        """Whether an event of this probability happens."""
        return self.rng.random() < share


def report(scene: TableScene) -> ReportIrregularity | None:
    """An irregularity that staff may report now; None if the drawn one was not possible."""
    running = scene.table.phase in IN_ROUND
    # Between rounds most triggers are refused, so choose from those that are possible.
    trigger = scene.rng.choice(sorted(REPORTS) if running or scene.chance(0.1) else BETWEEN)
    return REPORTS[trigger](scene, trigger)


Telling = Callable[[TableScene, Trigger], ReportIrregularity | None]


def _proved(_scene: TableScene, trigger: Trigger) -> ReportIrregularity | None:
    return ReportIrregularity(trigger, evidence=PROOF)


def _plain(_scene: TableScene, trigger: Trigger) -> ReportIrregularity | None:
    return ReportIrregularity(trigger)


def _face_up(scene: TableScene, trigger: Trigger) -> ReportIrregularity | None:
    cards = scene.coming(scene.rng.randint(0, 2)) if scene.is_physical else ()
    return ReportIrregularity(trigger, cards=cards)


def _order(scene: TableScene) -> tuple[str, ...]:
    """The cards of the round and those left over, shuffled if they are physical."""
    table = scene.table
    if table.round is None or table.shoe is None:
        return ()
    texts = [text for _, text in sorted((*table.numbered_cards, *table.shoe.left_over))]
    if scene.is_physical:
        scene.rng.shuffle(texts)
    return tuple(texts)


def _put_in_order(scene: TableScene, trigger: Trigger) -> ReportIrregularity | None:
    table = scene.table
    saw = (When.CANNOT_BE_RECONSTRUCTED,) if scene.chance(0.4) else ()
    if trigger is Trigger.WRONG_NUMBER and table.round and scene.chance(0.2) and table.rounds > 1:
        return ReportIrregularity(trigger, saw, round=table.current.number - 1, evidence=PROOF)
    cards = _order(scene) if not saw and scene.chance(0.6) else ()
    return ReportIrregularity(
        trigger, saw, cards=() if FACE_DOWN in cards else cards, evidence=PROOF
    )


def _order_lost(scene: TableScene, trigger: Trigger) -> ReportIrregularity | None:
    return ReportIrregularity(
        trigger, (When.CAN_BE_RECONSTRUCTED,) if scene.chance(0.2) else (), evidence=PROOF
    )


def _several_drawn(scene: TableScene, trigger: Trigger) -> ReportIrregularity | None:
    table = scene.table
    if table.round is None or table.shoe is None or table.phase not in IN_ROUND:
        return None
    known = [
        each for each in (*table.numbered_cards, *table.shoe.left_over) if each[1] != FACE_DOWN
    ]
    unknown = scene.chance(0.4)
    # The earlier cards of a committed shoe and their order are known.
    again = known and scene.chance(0.4) and (scene.is_physical or not unknown)
    repeated = known[-scene.rng.randint(1, 2) :] if again else []
    new = scene.coming(scene.rng.randint(1 if repeated else 2, 3))
    cards = [text for _, text in repeated] + list(new)
    if (scene.is_physical or unknown) and scene.chance(0.5):
        scene.rng.shuffle(cards)
    return ReportIrregularity(
        trigger,
        (When.ORDER_UNKNOWN,) if unknown else (),
        tuple(cards),
        tuple(number for number, _ in repeated),
        evidence=PROOF,
    )


def _gone(scene: TableScene, trigger: Trigger) -> ReportIrregularity | None:
    table = scene.table
    if table.round is None or not table.current.numbers:
        return None
    unread = [number for number, text in table.numbered_cards if text == FACE_DOWN]
    numbers = unread or scene.rng.sample(table.current.numbers, 1)
    is_read = bool(unread) and scene.chance(0.3)
    cards = tuple(scene.true(number) for number in unread) if is_read else ()
    return ReportIrregularity(trigger, cards=cards, numbers=tuple(numbers), evidence=PROOF)


def _interrupted(scene: TableScene, trigger: Trigger) -> ReportIrregularity | None:
    saw = [When.POWER_FAILURE if scene.chance(0.7) else When.OTHER_BREAKDOWN]
    if scene.chance(0.2):
        saw.append(When.CARDS_BEYOND_RECOVERY)
    return ReportIrregularity(trigger, tuple(saw), evidence=PROOF)


def _display(scene: TableScene, trigger: Trigger) -> ReportIrregularity | None:
    """A report of a wrong display, with the true cards if a physical round is settled."""
    numbers = [each.number for each in scene.table.past]
    if not scene.is_physical or not numbers or scene.chance(0.5):
        return ReportIrregularity(trigger)
    cards = _whole_round(scene)
    return ReportIrregularity(trigger, cards=cards, round=scene.rng.choice(numbers), evidence=PROOF)


def _whole_round(scene: TableScene) -> tuple[str, ...]:
    """The cards of a complete round."""
    assert scene.shoe is not None, "a shoe is on the table"
    first = scene.rng.randint(1, scene.shoe.cards - 6)
    order = scene.table.game.order
    cards = [scene.true(first + place) for place in range(order.max_cards)]
    tableau, _ = lay_out(order, map(parse_card, cards))
    return tuple(cards[: tableau.cards_drawn])


REPORTS: dict[Trigger, Telling] = {
    Trigger.FOREIGN_CARD: _proved,
    Trigger.CARD_COUNT: _proved,
    Trigger.UNSHUFFLED: _proved,
    Trigger.ORDER_LOST: _order_lost,
    Trigger.SHOE_SHORT: _proved,
    Trigger.FACE_UP: _face_up,
    Trigger.EXPOSED_BY_MOVE: _plain,
    Trigger.CUTTING_CARD: _plain,
    Trigger.WRONG_ORDER: _put_in_order,
    Trigger.WRONG_NUMBER: _put_in_order,
    Trigger.DRAWN_TOGETHER: _several_drawn,
    Trigger.DEVICE_RESET: _put_in_order,
    Trigger.WRONG_PATRON: _plain,
    Trigger.NOT_PASSED: _plain,
    Trigger.HANDLER_ABSENT: _plain,
    Trigger.LEFT_WITH_CARDS: _gone,
    Trigger.WRONG_SELECTION: _plain,
    Trigger.INTERRUPTED: _interrupted,
    Trigger.WRONG_DISPLAY: _display,
    Trigger.UNCOVERED: _plain,
}
"""How to report each trigger. The table detects the other triggers itself."""


BETWEEN = (
    *(Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, Trigger.UNSHUFFLED, Trigger.ORDER_LOST),
    *(Trigger.FACE_UP, Trigger.WRONG_DISPLAY, Trigger.UNCOVERED),
    *(Trigger.WRONG_NUMBER,) * 5,
)
"""Triggers that are possible between rounds, most of them wrong numbers of cards."""


# Answers to irregularities


def enter_unread_card(scene: TableScene) -> tuple[Command, Actor]:
    """Let two people enter a card that no device read, or report that a patron left with it."""
    number = next(number for number, text in scene.table.numbered_cards if text == FACE_DOWN)
    if scene.chance(0.5):
        return ReportIrregularity(Trigger.LEFT_WITH_CARDS, numbers=(number,)), DEALER
    return EnterCard(number, scene.true(number)), TWO


def give_ruling(scene: TableScene, ruled: RulingOutcome) -> GiveRuling:
    """A ruling, with the order of loose cards if the ruling needs one."""
    table, cards = scene.table, list[str]()
    if ruled is not RulingOutcome.VOID and needs_card_order(table, table.pending_steps[0]):
        numbers = sorted(number for number, _ in table.current.loose)
        cards = [scene.true(number) for number in numbers]
        if scene.is_physical:
            scene.rng.shuffle(cards)
    return GiveRuling(ruled, "as the day has it", tuple(cards))


def next_search_step(scene: TableScene) -> Command:
    """The next step in the search for a card that a patron left with."""
    table = scene.table
    search, numbers = table.current.aside, table.pending_steps[0].numbers
    if search is None:
        cards = scene.coming(2)
        if scene.chance(0.7):
            cards = tuple(FACE_DOWN if scene.chance(0.8) else card for card in cards)
        return SetCardsAside(cards)
    set_aside = tuple(scene.true(number) for number, _ in search.cards)
    missing = tuple(scene.true(each) for each in table.current.numbers if each in numbers)
    if not search.candidates:
        return ReportSortedDecks(_short(scene, (*missing, *set_aside), numbers))
    if FACE_DOWN in [text for _, text in search.cards]:
        return InspectSetAsideCards(set_aside)
    return ReplaceMissingCards(missing)


def _short(scene: TableScene, found: Sequence[str], numbers: Sequence[int]) -> tuple[str, ...]:
    """The cards short of complete decks. Sometimes one more card is gone than the table knows."""
    table = scene.table
    lying = [text for number, text in table.numbered_cards if number not in numbers]
    short = [*lying, *(text for _, text in table.device.left_over), *found]
    return tuple(short[:-1] if scene.chance(0.15) else short)
