"""Mishaps: what goes wrong on a day, chosen by a seed, and how staff see it through."""

import random
from collections.abc import Sequence

from punto.core.irregularity import Circumstance, Detail, Remedy, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.positions import Position
from punto.devices.virtual_shoe import VirtualShoe
from punto.table.aftermath import cards_of
from punto.table.commands import AnswerWithdrawal, Command, EndWithdrawal, GiveRuling, Ruled
from punto.table.decide.reporting import ANOTHER_WAY
from punto.table.decide.withdrawal import offered_to
from punto.table.incidents import (
    LookAtCardsAside,
    Numbered,
    ReopenBets,
    ReplaceMissingCards,
    Report,
    SetCardsAside,
    TellSortedDecks,
)
from punto.table.roles import CLOCK, Actor, Kind
from punto.table.state import Item, Phase, Table

PIT_MANAGER = Actor(Kind.STAFF, "Pia", Position.PIT_MANAGER)
TWO = Actor(Kind.STAFF, "Dora", Position.DEALER, seconded_by=PIT_MANAGER)
SHIFT_MANAGER = Actor(Kind.STAFF, "Max", Position.GAMING_SHIFT_MANAGER, seconded_by=PIT_MANAGER)

TOLD = tuple(trigger for trigger in Trigger if trigger not in ANOTHER_WAY)
SEEN = (
    (),
    (Circumstance.CANNOT_BE_RECONSTRUCTED,),
    (Circumstance.ORDER_UNKNOWN,),
    (Circumstance.POWER_FAILURE,),
    (Circumstance.OTHER_BREAKDOWN,),
    (Circumstance.POWER_FAILURE, Circumstance.CARDS_BEYOND_RECOVERY),
)


def mishap(rng: random.Random, table: Table, shoe: VirtualShoe | None) -> Report:
    """Something that is told to a table, often what cannot be, which the table then refuses."""
    trigger, saw = rng.choice(TOLD), rng.choice(SEEN)
    evidence = "" if rng.random() < 0.1 else "seen by two"
    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    drawn = cards_of(table) if table.round is not None else ()
    match trigger:
        case Trigger.DRAWN_TOGETHER if shoe is not None:
            cards, numbers = _together(rng, table, shoe, drawn)
        case Trigger.WRONG_ORDER | Trigger.WRONG_NUMBER if rng.random() < 0.7:
            known = [*drawn, *(table.shoe.left_over if table.shoe else ())]
            cards = tuple(rng.sample([text for _, text in known], len(known)))
        case Trigger.FACE_UP if shoe is not None and table.shoe is not None:
            cards = _next(table, shoe, rng.randint(1, 2))
        case Trigger.LEFT_WITH_CARDS if drawn:
            unread = [number for number, text in drawn if text == FACE_DOWN]
            numbers = tuple(unread) or (rng.choice(drawn)[0],)
        case Trigger.WRONG_DISPLAY if table.phase is Phase.SETTLED and rng.random() < 0.5:
            cards = tuple(text for _, text in drawn)
        case _:
            pass
    past = table.rounds > 1 and rng.random() < 0.1
    round_ = rng.randint(1, table.rounds - 1) if past else 0
    return Report(trigger, saw, cards, numbers, round_, evidence)


def answer_to(
    rng: random.Random, table: Table, shoe: VirtualShoe | None
) -> tuple[Command, Actor] | None:
    """What somebody says to a table that is held, None where a patron is to be asked."""
    item = table.agenda[0]
    step = item.step
    assert step is not None, "the cause is asked for elsewhere"
    if step.detail is Detail.MISSING_CARD:
        assert shoe is not None, "a round runs with a shoe"
        return _search(table, shoe, item), SHIFT_MANAGER
    if step.remedy is Remedy.REOPEN_BETS:
        return ReopenBets(), TWO
    if step.position is not None:
        return _ruling(rng, table), SHIFT_MANAGER
    return (EndWithdrawal(item.event), CLOCK) if rng.random() < 0.3 else None


def withdrawal(rng: random.Random, table: Table) -> AnswerWithdrawal:
    """One of the answers that an offer waits for."""
    item = table.agenda[0]
    assert item.step is not None, "an offer is a step"
    waiting = offered_to(table, item)
    seat = rng.choice(sorted(waiting))
    some = item.step.detail is Detail.ANY_WAGER and rng.random() < 0.5
    stakes = waiting[seat][:1] if some else ()
    return AnswerWithdrawal(seat, rng.random() < 0.5, stakes)


def _ruling(rng: random.Random, table: Table) -> GiveRuling:
    loose = table.current.loose if table.round is not None else ()
    texts = [text for _, text in loose]
    rng.shuffle(texts)
    ruled = rng.choice(list(Ruled))
    named = texts if ruled is not Ruled.VOID and rng.random() < 0.9 else []
    return GiveRuling(ruled, "as the day has it", tuple(named))


def _search(table: Table, shoe: VirtualShoe, item: Item) -> Command:
    """The next step of the search for cards that a patron has gone with."""
    aside = table.current.aside
    if aside is None:
        left = 52 * table.device.decks - table.device.cards_out
        return SetCardsAside((FACE_DOWN,) * min(2, left))
    truly = tuple(_true(shoe, number) for number, _ in aside.cards)
    if not aside.candidates:
        in_play = [_true(shoe, number) for number in table.current.numbers]
        spare = [text for _, text in table.device.left_over]
        return TellSortedDecks((*in_play, *spare, *truly))
    if FACE_DOWN in [text for _, text in aside.cards]:
        return LookAtCardsAside(truly)
    missing = [each for each in table.current.numbers if each in item.numbers]
    return ReplaceMissingCards(tuple(_true(shoe, number) for number in missing))


def _together(
    rng: random.Random, table: Table, shoe: VirtualShoe, drawn: Sequence[Numbered]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Two cards that came at once, the last one taken down among them now and then."""
    fresh = _next(table, shoe, 2)
    if drawn and rng.random() < 0.3:
        number, text = max(drawn)
        return (text, *fresh[:1]), (number,)
    return fresh, ()


def _next(table: Table, shoe: VirtualShoe, many: int) -> tuple[str, ...]:
    first = (table.shoe.cards_out if table.shoe else 0) + 1
    cards = (shoe.card(number) for number in range(first, first + many))
    return tuple(each for each in cards if each is not None)


def _true(shoe: VirtualShoe, number: int) -> str:
    text = shoe.card(number)
    assert text is not None, "the card was drawn"
    return text
