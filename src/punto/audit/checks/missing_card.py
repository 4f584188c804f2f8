"""Check each step of the witnessed search for cards missing from complete decks."""

from collections import Counter

from punto.audit.checks.reconstruction import card_names, identify, numbered, set_phase
from punto.audit.events.irregularities import (
    CardsSetAside,
    DecksSorted,
    MissingCardsReplaced,
    SetAsideCardsInspected,
)
from punto.audit.findings import Check, names
from punto.audit.rules.deal import NAMES, UNREAD
from punto.audit.rules.shoe import CARDS_IN_A_DECK
from punto.audit.state import PendingStep, Round, Table
from punto.audit.store.entry import Actor

MAX_SET_ASIDE = 2


def _searching(table: Table, number: int, what: str, by: Actor) -> tuple[Round, PendingStep] | None:
    """The round and its search, if the required people are present; otherwise report it."""
    round_ = table.running(number, what)
    item = table.pending_steps[0] if table.pending_steps else None
    if round_ is None or item is None or item.detail != "missing-card" or table.shoe is None:
        table.add_finding(Check.IRREGULARITY, "finding.not-due", what=what, expected=table.awaited)
        return None
    second, due = by.seconded_by, item.position
    there = table.outranks(by.holds, due) or (
        second is not None and second.kind == "staff" and table.outranks(second.holds, due)
    )
    if by.kind != "staff" or not there or not by.is_seconded:
        table.add_finding(
            Check.WHO, "finding.search-actor", what=what, actor=by.name, position=item.position
        )
    return round_, item


def check_cards_set_aside(table: Table, event: CardsSetAside, by: Actor) -> None:
    """Check that the next two cards were set aside in order."""
    found = _searching(table, event.round, "cards-set-aside", by)
    if found is None:
        return
    round_, _ = found
    assert table.shoe is not None, "the search is at a table with a shoe"
    left = CARDS_IN_A_DECK * table.shoe.decks - table.shoe.cards_out
    if round_.aside is not None or len(event.cards) != min(MAX_SET_ASIDE, left):
        table.add_finding(Check.CARD, "finding.set-aside", cards=numbered(event.cards))
    for number, text in event.cards:
        table.shoe.draw_cards(number, text)
    round_.aside = card_names(event.cards)


def check_decks_sorted(table: Table, event: DecksSorted, by: Actor) -> None:
    """Check the missing cards' candidates: cards short of complete decks, less those in play."""
    found = _searching(table, event.round, "decks-sorted", by)
    if found is None:
        return
    round_, item = found
    assert table.shoe is not None, "the search is at a table with a shoe"
    if round_.aside is None or round_.candidates:
        table.add_finding(Check.IRREGULARITY, "finding.decks-sorted")
    set_aside = round_.aside or ()
    in_play = Counter(name for _, name in round_.hands.cards if name != UNREAD)
    in_play.update(table.shoe.left_over.values())
    short = Counter(NAMES.get(text, text) for text in event.short)
    rest = short - in_play
    expected = tuple(sorted(rest.elements()))
    read = Counter(name for _, name in set_aside if name != UNREAD)
    fits = not in_play - short and not read - rest
    if tuple(event.candidates) != expected or list(event.short) != sorted(event.short):
        table.add_finding(
            Check.CARD,
            "finding.cards",
            what="decks-sorted",
            cards=names(event.candidates),
            expected=names(expected),
        )
    if not fits or len(expected) != len(_unread(round_, item)) + len(set_aside):
        table.add_finding(Check.CARD, "finding.short-decks", cards=names(event.short))
    round_.candidates = expected


def _unread(round_: Round, item: PendingStep) -> list[int]:
    """The numbers of the missing cards that no device had read."""
    cards = round_.hands.cards
    return [number for number, name in cards if number in item.numbers and name == UNREAD]


def check_set_aside_cards_inspected(table: Table, event: SetAsideCardsInspected, by: Actor) -> None:
    """Check that staff inspected the cards set aside that no device had read."""
    found = _searching(table, event.round, "cards-inspected", by)
    if found is None:
        return
    round_, _ = found
    assert table.shoe is not None, "the search is at a table with a shoe"
    cards, set_aside = card_names(event.cards), round_.aside or ()
    same = [number for number, _ in cards] == [number for number, _ in set_aside]
    fits = same and all(
        had in (UNREAD, name) for (_, had), (_, name) in zip(set_aside, cards, strict=True)
    )
    spare = Counter(name for _, name in cards) - Counter(round_.candidates)
    if not fits or spare or UNREAD not in [name for _, name in set_aside]:
        table.add_finding(
            Check.CARD,
            "finding.cards",
            what="cards-inspected",
            cards=numbered(cards),
            expected=numbered(set_aside),
        )
    had = dict(set_aside)
    for number, name in cards:
        if had.get(number) == UNREAD:
            table.shoe.identify(number, name)
    round_.aside = cards


def check_missing_cards_replaced(table: Table, event: MissingCardsReplaced, by: Actor) -> None:
    """Check that identical cards, and no others, replaced the missing ones."""
    found = _searching(table, event.round, "cards-replaced", by)
    if found is None:
        return
    round_, item = found
    cards, set_aside = card_names(event.cards), round_.aside or ()
    missing = Counter(round_.candidates) - Counter(name for _, name in set_aside)
    places = _unread(round_, item)
    if Counter(name for _, name in cards) != missing or UNREAD in dict(set_aside).values():
        table.add_finding(
            Check.CARD,
            "finding.cards",
            what="cards-replaced",
            cards=numbered(cards),
            expected=names(missing.elements()),
        )
    if [number for number, _ in cards] != places:
        table.add_finding(
            Check.CARD,
            "finding.cards",
            what="cards-replaced",
            cards=numbered(cards),
            expected=names(map(str, places)),
        )
    for card in cards:
        identify(table, round_, card)
    assert table.shoe is not None, "the search is at a table with a shoe"
    # The sorted decks lacked only these cards, so an excess count comes from a misread card.
    table.shoe.just_overcounted = ""
    set_phase(table, round_)
    del table.pending_steps[:1]
