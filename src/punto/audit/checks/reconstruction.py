"""Check loose, unread and missing cards, their order and replacement, and reopened bets."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from punto.audit.events import table as events
from punto.audit.events.table import Numbered
from punto.audit.findings import Check, names
from punto.audit.rules.deal import BANKER, NAMES, PLAYER, UNREAD, Hands, lay_cards
from punto.audit.rules.remedies import (
    DOCUMENTS,
    HOUSE,
    MAY_REPLACE,
    PIT_MANAGER,
    PLAY_ON,
    RECONSTRUCT,
    REOPEN,
    REPLACE,
)
from punto.audit.rules.shoe import CARDS_IN_A_DECK
from punto.audit.state import PendingStep, Phase, Round, Table
from punto.audit.store.entry import Actor

PUT_RIGHT = ("wrong-order", "wrong-number", "device-reset")
"""Triggers whose report may contain an order of the cards on the table."""


def lay_again(table: Table, round_: Round, order: Sequence[Numbered]) -> tuple[Numbered, ...]:
    """Deal the hands of a round again from cards in order; return the cards left over."""
    before = round_.hands
    round_.hands, spare = lay_cards(before.deal, order)
    handling = round_.handling
    if table.patrons_handle_cards:
        face_up = set(_places(before)) - set(handling.face_down)
        handling.face_down = [place for place in _places(round_.hands) if place not in face_up]
    return spare


def _places(hands: Hands) -> Iterator[tuple[str, int]]:
    for side in (PLAYER, BANKER):
        for place in range(1, len(hands.names[side]) + 1):
            yield side, place


def set_phase(table: Table, round_: Round) -> None:
    """Set the phase according to the cards on the hands."""
    if not round_.hands.cards:
        table.phase = Phase.BETS_CLOSED
    else:
        table.phase = Phase.DEALING if round_.hands.next() else Phase.COMPLETE


def card_names(cards: Iterable[Numbered]) -> tuple[Numbered, ...]:
    """The cards with their standard names where those are known."""
    return tuple((number, NAMES.get(text, text)) for number, text in cards)


def numbered(cards: Iterable[Numbered]) -> tuple[str, ...]:
    """Cards with their numbers, such as 4:Ks."""
    return names(f"{number}:{name}" for number, name in cards)


def check_cards_misplaced(table: Table, event: events.CardsMisplaced, by: Actor) -> None:
    """Check that cards drawn together are consecutive, and that known cards kept their identity."""
    round_ = table.running(
        event.round, "loose-cards", Phase.BETS_CLOSED, Phase.DEALING, Phase.COMPLETE
    )
    shoe = table.shoe
    if round_ is None or shoe is None:
        table.add_finding(Check.SHOE, "finding.no-shoe", what="loose-cards")
        return
    cards, numbers = card_names(event.cards), {number for number, _ in event.cards}
    known = dict((*round_.hands.cards, *round_.loose, *shoe.left_over.items()))
    if "RulingGiven" in table.titles:
        _check_ruled(table, round_, cards, is_ordered=event.is_ordered)
        shoe.settle(cards)
    elif "FactsCorrected" in table.titles:
        _check_same(table, round_, cards, "facts-corrected")
        if event.is_ordered:
            shoe.settle(cards)
        else:
            shoe.lie_loose(numbers)
    else:
        _check_bunch(table, round_, cards, by)
        _take_down(table, cards, known)
        if not event.is_ordered:
            shoe.lie_loose(numbers - known.keys())
    remaining = [each for each in round_.hands.cards if each[0] not in numbers]
    lay_again(table, round_, remaining)
    round_.loose, round_.is_loose_ordered = cards, event.is_ordered
    table.phase = Phase.DEALING


def _take_down(table: Table, cards: Sequence[Numbered], known: Mapping[int, str]) -> None:
    """Record cards drawn together: known cards must match, the others are new."""
    assert table.shoe is not None, "cards come from a shoe"
    for number, name in sorted(cards):
        if number not in known:
            table.shoe.draw_cards(number, name)
        else:
            table.findings.compare_card(Check.CARD, number, name, known[number])
        table.shoe.left_over.pop(number, None)


def _check_bunch(table: Table, round_: Round, cards: Sequence[Numbered], by: Actor) -> None:
    if not round_.is_confirmed:
        table.add_finding(Check.TAKES_PART, "finding.before-seats", what="loose-cards")
    if any(each.trigger in PUT_RIGHT for each in table.pending_steps):
        table.add_finding(Check.CARD, "finding.loose-before-order", cards=numbered(cards))
    if len(cards) < 2 or len({number for number, _ in cards}) < len(cards):
        table.add_finding(Check.CARD, "finding.loose-cards", cards=numbered(cards))
    if "IrregularityRaised" not in table.titles:
        table.add_finding(Check.IRREGULARITY, "finding.loose-without-reason")
    if by.kind != "device":
        table.findings.require_second("loose-cards", by)


def _check_ruled(
    table: Table, round_: Round, cards: Sequence[Numbered], *, is_ordered: bool
) -> None:
    """Check that a ruling ordered cards whose order was unknown."""
    if not is_ordered or round_.is_loose_ordered:
        table.findings.add_cards("ruling", numbered(cards), numbered(round_.loose))
    _check_same(table, round_, cards, "ruling")


def _check_same(table: Table, round_: Round, cards: Sequence[Numbered], how: str) -> None:
    """Check that these are the loose cards. In a committed shoe the numbers must also match."""
    promised = table.shoe is not None and bool(table.shoe.commitment)
    due = sorted(round_.loose)
    if promised:
        named_so = sorted(name for _, name in cards) == sorted(name for _, name in due)
        same = named_so and [number for number, _ in cards] == [number for number, _ in due]
    else:
        same = sorted(cards) == due
    if not same:
        table.findings.add_cards(how, numbered(cards), numbered(round_.loose))


def check_cards_reconstructed(table: Table, event: events.CardsReconstructed, _by: Actor) -> None:
    """Check that the hands follow from the draw order and the rest is left over (R25)."""
    round_ = table.running(event.round, "reconstruction")
    item = table.next_step
    shoe = table.shoe
    if round_ is None or shoe is None:
        table.add_finding(Check.SHOE, "finding.no-shoe", what="reconstruction")
        return
    reported: tuple[Numbered, ...] | None = None
    if item is None or item.position or item.remedy not in (RECONSTRUCT, PLAY_ON):
        table.report_not_due("reconstruction")
    elif item.remedy == RECONSTRUCT and item.cards and not round_.loose:
        reported = reordered(table, round_, item.cards)
    if round_.loose and not round_.is_loose_ordered:
        table.add_finding(Check.CARD, "finding.loose-first", what="reconstruction")
    source = item.source if item else ""
    table.findings.compare_source(Check.IRREGULARITY, "reconstruction", event.source, source)
    order = reported or (*round_.hands.cards, *round_.loose)
    _check_promise(table, order)
    spare = lay_again(table, round_, order)
    numbers = {number for number, _ in order}
    waiting = tuple(each for each in shoe.left_over.items() if each[0] not in numbers)
    earlier = tuple(each for each in waiting if spare and each[0] < min(spare)[0])
    left_over = (*earlier, *spare, *(each for each in waiting if each not in earlier))
    for found, expected, where in (
        (card_names(event.cards), tuple(round_.hands.cards), "on-hands"),
        (card_names(event.left_over), left_over, "left-over"),
    ):
        if found != expected:
            table.findings.add_cards(where, numbered(found), numbered(expected))
    shoe.left_over = dict(left_over)
    round_.loose, round_.is_loose_ordered = (), False
    set_phase(table, round_)
    if item is not None and item.remedy == RECONSTRUCT:
        del table.pending_steps[:1]


def reordered(table: Table, round_: Round, texts: Sequence[str]) -> tuple[Numbered, ...] | None:
    """The cards of a round in a reported order; None if these are not its cards."""
    shoe = table.shoe
    left_over = shoe.left_over if shoe is not None and shoe.key == round_.shoe else {}
    left = sorted((*round_.hands.cards, *left_over.items()))
    names = [NAMES.get(text, text) for text in texts]
    if Counter(names) != Counter(name for _, name in left):
        return None
    found = []
    for name in names:
        found.append(next(each for each in left if each[1] == name))
        left.remove(found[-1])
    return tuple(found)


def _check_promise(table: Table, order: Sequence[Numbered]) -> None:
    """Check that the cards keep the order of a committed shoe."""
    numbers = [number for number, _ in order]
    if table.shoe and table.shoe.commitment and numbers != sorted(numbers):
        table.add_finding(Check.COMMITMENT, "finding.committed", what="reconstruction")


def check_card_identified(table: Table, event: events.CardIdentified, by: Actor) -> None:
    """Check that two people identified a card that no device had read."""
    round_ = table.running(event.round, "card-identified")
    if round_ is None or table.shoe is None:
        return
    if by.kind != "device":
        table.findings.require_second("card-by-hand", by)
    identify(table, round_, (event.number, event.card))
    set_phase(table, round_)


def identify(table: Table, round_: Round, card: Numbered) -> None:
    """Give an unread card on the layout its name."""
    number, text = card
    if (number, UNREAD) not in round_.hands.cards:
        table.add_finding(Check.CARD, "finding.identified-again", card=number)
        return
    assert table.shoe is not None, "a card is identified at a table with a shoe"
    name = table.shoe.identify(number, text)
    order = [(each, name if each == number else had) for each, had in round_.hands.cards]
    if lay_again(table, round_, order):
        table.add_finding(Check.CARD, "finding.identified-card", card=number, name=text)


def check_bets_reopened(table: Table, event: events.BetsReopened, _by: Actor) -> None:
    """Check that a rule or a ruling reopened bets after a reset, before any card."""
    round_ = table.running(event.round, "bets-reopened", Phase.BETS_OPEN, Phase.BETS_CLOSED)
    item = table.next_step
    if item is None or item.remedy != REOPEN:
        table.report_not_due("bets-reopened", Check.LATE_WAGER)
    else:
        table.findings.compare_source(
            Check.IRREGULARITY, "bets-reopened", event.source, item.source
        )
    del table.pending_steps[:1]
    if round_ is None:
        return
    if round_.has_card:
        table.add_finding(Check.LATE_WAGER, "finding.reopened-after-card")
    round_.is_confirmed = False
    round_.close_shown, round_.cut_off, round_.ruled_on = set(), frozenset(), {}
    table.phase = Phase.BETS_OPEN


def check_card_replacement_required(
    table: Table, event: events.CardReplacementRequired, by: Actor
) -> None:
    """Check that a rule required new cards, or that a Pit Manager allowed them."""
    item = table.next_step
    shoe = table.shoe
    table.findings.compare(Check.SHOE, "shoe", event.shoe, shoe.key if shoe else "")
    due = table.replacing
    if not due and item is not None and item.remedy == REPLACE and item.detail == "must":
        due = item.source
        del table.pending_steps[:1]
    elif not due:
        due = MAY_REPLACE.get(table.document, f"{HOUSE} P14" if known(table) else HOUSE)
        if table.round is not None or not table.is_void or table.pending_steps:
            table.add_finding(Check.SHOE, "finding.replacement-without-void")
        table.require_position("replacement", by, PIT_MANAGER)
    table.findings.compare_source(Check.IRREGULARITY, "replacement", event.source, due)
    table.replacing = ""
    if shoe is not None:
        shoe.replace_by = event.source


def known(table: Table) -> bool:
    """Whether a table plays by one of the five documents."""
    return table.document in DOCUMENTS


MAX_SET_ASIDE = 2


def _searching(table: Table, number: int, what: str, by: Actor) -> tuple[Round, PendingStep] | None:
    """The round and its search, if the required people are present; otherwise report it."""
    round_ = table.running(number, what)
    item = table.next_step
    if round_ is None or item is None or item.detail != "missing-card" or table.shoe is None:
        table.report_not_due(what)
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


def check_cards_set_aside(table: Table, event: events.CardsSetAside, by: Actor) -> None:
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


def check_decks_sorted(table: Table, event: events.DecksSorted, by: Actor) -> None:
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
        table.findings.add_cards("decks-sorted", event.candidates, expected)
    if not fits or len(expected) != len(_unread(round_, item)) + len(set_aside):
        table.add_finding(Check.CARD, "finding.short-decks", cards=names(event.short))
    round_.candidates = expected


def _unread(round_: Round, item: PendingStep) -> list[int]:
    """The numbers of the missing cards that no device had read."""
    cards = round_.hands.cards
    return [number for number, name in cards if number in item.numbers and name == UNREAD]


def check_set_aside_cards_inspected(
    table: Table, event: events.SetAsideCardsInspected, by: Actor
) -> None:
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
        table.findings.add_cards("cards-inspected", numbered(cards), numbered(set_aside))
    had = dict(set_aside)
    for number, name in cards:
        if had.get(number) == UNREAD:
            table.shoe.identify(number, name)
    round_.aside = cards


def check_missing_cards_replaced(
    table: Table, event: events.MissingCardsReplaced, by: Actor
) -> None:
    """Check that identical cards, and no others, replaced the missing ones."""
    found = _searching(table, event.round, "cards-replaced", by)
    if found is None:
        return
    round_, item = found
    cards, set_aside = card_names(event.cards), round_.aside or ()
    missing = Counter(round_.candidates) - Counter(name for _, name in set_aside)
    places = _unread(round_, item)
    if Counter(name for _, name in cards) != missing or UNREAD in dict(set_aside).values():
        table.findings.add_cards("cards-replaced", numbered(cards), missing.elements())
    if [number for number, _ in cards] != places:
        table.findings.add_cards("cards-replaced", numbered(cards), map(str, places))
    for card in cards:
        identify(table, round_, card)
    assert table.shoe is not None, "the search is at a table with a shoe"
    # The sorted decks lacked only these cards, so an excess count comes from a misread card.
    table.shoe.just_overcounted = ""
    set_phase(table, round_)
    del table.pending_steps[:1]
