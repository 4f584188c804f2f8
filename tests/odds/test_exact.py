"""Check the exact counts on full and depleted shoes, before and during a round."""

from collections import Counter
from fractions import Fraction
from math import perm

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers, lists, sampled_from

from punto.core.cards import Card, Rank, Suit
from punto.core.facts import Ending
from punto.core.notation import parse_round
from punto.core.rulebook import Rulebook
from punto.core.tableau import SEVEN_UP, STANDARD, DealOrder, Tableau, ending, next_side
from punto.games.library import GAMES, game
from punto.odds.composition import Composition, full
from punto.odds.exact import EndingCounts, count_endings
from punto.odds.measures import wager_odds
from tests.odds.shoes import ORDERS, shoe_of

SMALL_SHOES = [
    shoe_of(cards)
    for cards in ("AAA7777KKKKKQQ4", "77778889999", "223366TT", "555555555", "A23456789TJQK")
]


def enumerated(composition: Composition, order: DealOrder) -> EndingCounts:
    """Count the endings by dealing every order of cards, one card after another."""
    found: Counter[Ending] = Counter()

    def go(tableau: Tableau, left: Composition, ways: int) -> None:
        side = next_side(tableau)
        if side is None:
            unused = order.max_cards - tableau.cards_drawn
            found[ending(tableau)] += ways * perm(left.cards, unused)
            return
        for rank in Rank:
            if left[rank]:
                card = Card(rank, Suit.SPADES)
                go(tableau.with_card(side, card), left.less(rank), ways * left[rank])

    go(Tableau(order), composition, 1)
    return EndingCounts(found, found.total())


@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
@pytest.mark.parametrize("shoe", SMALL_SHOES[1:4], ids=lambda each: "-".join(map(str, each.counts)))
def test_counts_equal_dealing_every_order_of_cards(shoe: Composition, order: DealOrder) -> None:
    assert count_endings(shoe, Tableau(order)) == enumerated(shoe, order)


@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
@pytest.mark.parametrize("decks", [1, 4, 8, 10])
def test_each_way_to_fill_the_places_is_counted_once(order: DealOrder, decks: int) -> None:
    assert count_endings(full(decks), Tableau(order)).deals == perm(52 * decks, order.max_cards)


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
@pytest.mark.parametrize("shoe", [full(8), *SMALL_SHOES], ids=lambda each: str(each.cards))
def test_the_chances_of_a_wager_sum_to_one(book: Rulebook, shoe: Composition) -> None:
    for odds in wager_odds(book, count_endings(shoe, Tableau(book.order))):
        assert odds.win + odds.push + odds.lose == 1
        assert min(odds.win, odds.push, odds.lose) >= 0


def returns(book: Rulebook, shoe: Composition, tableau: Tableau) -> list[Fraction]:
    return [odds.expected for odds in wager_odds(book, count_endings(shoe, tableau))]


@pytest.mark.parametrize("key", ["fortune-six", "tiger", "seven-up"])
@pytest.mark.parametrize("shoe", [full(1), full(8), *SMALL_SHOES[:3]], ids=lambda e: str(e.cards))
def test_removing_one_random_card_changes_no_return_on_average(key: str, shoe: Composition) -> None:
    book = game(key)
    average = [Fraction(0)] * len(book.wagers)
    for rank in Rank:
        if shoe[rank]:
            less = returns(book, shoe.less(rank), Tableau(book.order))
            chance = Fraction(shoe[rank], shoe.cards)
            average = [
                so_far + chance * return_ for so_far, return_ in zip(average, less, strict=True)
            ]
    assert average == returns(book, shoe, Tableau(book.order))


@pytest.mark.parametrize("key", ["super-six", "tiger"])
def test_one_card_less_in_a_full_shoe_never_changes_a_pair_wager(key: str) -> None:
    book = game(key)
    places = [at for at, wager in enumerate(book.wagers) if wager.key.endswith("pair")]
    whole = returns(book, full(6), Tableau(book.order))
    for rank in (Rank.ACE, Rank.SIX, Rank.KING):
        less = returns(book, full(6).less(rank), Tableau(book.order))
        assert [less[at] for at in places] == [whole[at] for at in places]


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("fortune-six", "/"),
        ("fortune-six", "9s /"),
        ("tiger", "9s / Kc"),
        ("tiger", "9s 9d / Kc"),
        ("tiger", "9s 4d / Kc 6h"),
        ("tiger", "9s 4d 6h / Kc 6h"),
        ("fortune-six", "6s Kd / Kc 2h"),
        ("fortune-six", "? 4d / Kc ?"),
        ("seven-up", "/"),
        ("seven-up", "/ 7c"),
        ("seven-up", "7h / 7c"),
        ("seven-up", "7h / 7c Ks"),
        ("seven-up", "Kh / 2c 2d"),
    ],
)
def test_odds_are_the_average_over_the_next_card(key: str, line: str) -> None:
    book = game(key)
    tableau = parse_round(line, book.order)
    shoe = full(4)
    for _, card in tableau.cards_in_order():
        shoe = shoe if card is None else shoe.less(card.rank)
    known = tableau if tableau.is_known else None
    average = [Fraction(0)] * len(book.wagers)
    for rank in Rank:
        card = Card(rank, Suit.CLUBS)
        further = (
            tableau.with_card(next_side(known) or pytest.fail("finished"), card)
            if known
            else Tableau(book.order, (card, *tableau.player[1:]), tableau.banker)
        )
        after = returns(book, shoe.less(rank), further)
        chance = Fraction(shoe[rank], shoe.cards)
        average = [
            so_far + chance * return_ for so_far, return_ in zip(average, after, strict=True)
        ]
    assert average == returns(book, shoe, tableau)


def test_a_third_card_excludes_deals_in_which_it_is_not_drawn() -> None:
    # The Banker hand has six. The Player hand is face down and drew, so it has five or less.
    tiger = game("tiger")
    counts = count_endings(
        full(8).less(Rank.KING, Rank.SIX, Rank.TWO), parse_round("? ? 2d / Kc 6h", STANDARD)
    )
    totals = {ending.player_total for ending in counts.by_ending}
    assert totals == {2, 3, 4, 5, 6, 7}
    assert counts.deals < perm(413, 4)
    assert wager_odds(tiger, counts)[0].win > 0


def test_a_card_face_down_counts_like_a_card_in_the_shoe() -> None:
    unseen = full(8).less(Rank.NINE, Rank.FOUR)
    face_down = count_endings(unseen, parse_round("9s 4d / ? ?", STANDARD))
    assert count_endings(unseen, parse_round("9s 4d / ?", STANDARD)) == face_down


@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
def test_court_cards_and_tens_are_equal_for_wagers_on_totals(order: DealOrder) -> None:
    book = game("seven-up" if order is SEVEN_UP else "tiger")
    tens = full(2).less(Rank.TEN, Rank.TEN)
    courts = full(2).less(Rank.JACK, Rank.KING)
    for at, wager in enumerate(book.wagers):
        if wager.key != "tiger_pair":
            odds = [
                wager_odds(book, count_endings(shoe, Tableau(order)))[at] for shoe in (tens, courts)
            ]
            assert odds[0] == odds[1]


def test_a_shoe_of_tens_always_ties_on_zero_with_six_cards() -> None:
    shoe = shoe_of("TTTKKKK")
    (facts,) = {facts[:5] for facts in count_endings(shoe, Tableau(STANDARD)).by_ending}
    assert facts == (0, 0, 0, 3, 3)


def test_two_naturals_of_nine_have_the_deals_computed_by_hand() -> None:
    # With only nines and tens, a hand of nine has one of each.
    counts = count_endings(shoe_of("9999TTTT"), Tableau(STANDARD))
    both_nine = 2 * 4 * 4 * 2 * 3 * 3 * perm(4, 2)
    deals = [
        ways
        for ending, ways in counts.by_ending.items()
        if ending.player_natural and ending.banker_natural and ending[1:3] == (9, 9)
    ]
    assert sum(deals) == both_nine


@pytest.mark.parametrize(
    ("order", "line", "cards", "needed"),
    [
        (STANDARD, "/", 5, 6),
        (SEVEN_UP, "/", 4, 5),
        (STANDARD, "9s / Kc", 3, 4),
        (STANDARD, "9s 4d / Kc 6h", 1, 2),
    ],
)
def test_a_shoe_with_too_few_cards_to_finish_is_refused(
    order: DealOrder, line: str, cards: int, needed: int
) -> None:
    shoe = shoe_of("T" * cards)
    with pytest.raises(ValueError, match=f"{cards} cards are left and the round may need {needed}"):
        count_endings(shoe, parse_round(line, order))


def test_a_finished_round_needs_no_cards() -> None:
    counts = count_endings(Composition((0,) * 13), parse_round("9s 4d 6h / Kc 6h 2d", STANDARD))
    assert list(counts.by_ending.values()) == [1]


@given(
    ranks=lists(sampled_from(list(Rank)), min_size=1, max_size=4, unique=True),
    counts=lists(integers(0, 8), min_size=4, max_size=4),
    order=sampled_from(ORDERS),
)
@settings(max_examples=40, deadline=None)
def test_any_shoe_is_counted_completely_or_refused(
    ranks: list[Rank], counts: list[int], order: DealOrder
) -> None:
    shoe = shoe_of("".join(rank.letter * count for rank, count in zip(ranks, counts, strict=False)))
    if shoe.cards < order.max_cards:
        with pytest.raises(ValueError, match="odds need enough cards to finish the round"):
            count_endings(shoe, Tableau(order))
    else:
        found = count_endings(shoe, Tableau(order))
        assert found.deals == perm(shoe.cards, order.max_cards)
        assert all(ways >= 0 for ways in found.by_ending.values())
