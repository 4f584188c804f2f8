"""Compare standings with all completions of every round, and with known shares of rounds."""

from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from punto.core.cards import Card, Rank, Suit
from punto.core.endings import representative_hand
from punto.core.rulebook import Rulebook
from punto.core.sides import Side
from punto.core.standings import Standing, is_conclusive, standings
from punto.core.tableau import DealOrder, Tableau, lay_out
from punto.games.library import GAMES, game
from tests.exhaustive.plain import WAGERS, Rounds

CODES = {Standing.OPEN: 0, Standing.LOST: 1, Standing.PUSHED: 2, Standing.WON: 3}


def brute_force(book: Rulebook, rounds: Rounds) -> list[npt.NDArray[np.int8]]:
    """Return the common code of each wager in all completions, by number of cards and prefix."""
    shape = (*(13,) * book.order.max_cards, len(book.wagers))
    codes = np.empty(shape, dtype=np.int8)
    for at, wager in enumerate(book.wagers):
        codes[..., at] = np.sign(WAGERS[book.key][wager.key](rounds)) + 2
    by_cards = []
    for _ in range(book.order.max_cards):
        # A code is kept if all thirteen next cards have it; code 0 means open.
        first = codes[..., 0, :]
        codes = np.where((codes == codes[..., :1, :]).all(-2), first, 0).astype(np.int8)
        by_cards.append(codes)
    return by_cards[::-1]


def unfinished(book: Rulebook, rounds: Rounds, cards_drawn: int) -> npt.NDArray[np.bool_]:
    """Return the prefixes after which the round needs another card."""
    needed = np.broadcast_to(rounds.cards, (13,) * book.order.max_cards)
    unseen = tuple(range(cards_drawn, book.order.max_cards))
    # The need for another card never depends on cards that are not drawn yet.
    return np.asarray((needed > cards_drawn).all(unseen))


@cache
def standing_codes(book: Rulebook, prefix: tuple[int, ...]) -> tuple[int, ...]:
    """Return the standing of each wager after cards of these ranks, as codes."""
    cards = [Card(Rank(rank), Suit.SPADES) for rank in prefix]
    tableau, left_over = lay_out(book.order, cards)
    assert not left_over, "every card of an unfinished round belongs to it"
    return tuple(CODES[standing] for standing in standings(book, tableau).values())


def representative_prefix(order: DealOrder, prefix: tuple[int, ...]) -> tuple[int, ...]:
    """Return the prefix that represents all prefixes with the same future."""
    initial, thirds = prefix[: len(order.initial)], prefix[len(order.initial) :]
    if len(initial) < len(order.initial):
        return prefix
    canonical = list(initial)
    for first, second in _places_of_pairs(order):
        pair = representative_hand(Rank(initial[first]), Rank(initial[second]))
        canonical[first], canonical[second] = pair
    return (*canonical, *(min(third, 10) for third in thirds))


_kinds: dict[tuple[str, int], Counter[tuple[int, ...]]] = {}


def kinds(book: Rulebook, rounds: Rounds, cards_drawn: int) -> Counter[tuple[int, ...]]:
    """Count the unfinished rounds of each kind; many games share the result."""
    key = (book.order.key, cards_drawn)
    if key not in _kinds:
        prefixes = (np.argwhere(unfinished(book, rounds, cards_drawn)) + 1).tolist()
        _kinds[key] = Counter(
            representative_prefix(book.order, tuple(prefix)) for prefix in prefixes
        )
    return _kinds[key]


@cache
def _places_of_pairs(order: DealOrder) -> list[tuple[int, int]]:
    """Return the places in the initial deal of each hand with both cards from the shoe."""
    places = [[at for at, to in enumerate(order.initial) if to is side] for side in Side]
    return [(at[0], at[1]) for at in places if len(at) == 2]


SAMPLED = ("tiger", "fortune-six", "seven-up", "super-six-plus")
"""Games whose wagers depend on different facts; `scripts/test -m long` tests the others."""

EVERY_GAME = [
    pytest.param(book, id=book.key, marks=() if book.key in SAMPLED else pytest.mark.long)
    for book in GAMES
]


@pytest.mark.parametrize("book", EVERY_GAME)
def test_standings_equal_brute_force_on_every_unfinished_round(
    book: Rulebook, all_rounds: dict[str, Rounds]
) -> None:
    rounds = all_rounds[book.order.key]
    for cards_drawn, codes in enumerate(brute_force(book, rounds)):
        which = unfinished(book, rounds, cards_drawn)
        prefixes = (np.argwhere(which) + 1).tolist()
        for prefix, expected in zip(prefixes, codes[which].tolist(), strict=True):
            kind = representative_prefix(book.order, tuple(prefix))
            assert list(standing_codes(book, kind)) == expected, prefix


@pytest.mark.parametrize("book", [game("tiger"), game("fortune-six"), game("seven-up")])
def test_cards_have_the_same_standings_as_their_kind(
    book: Rulebook, all_rounds: dict[str, Rounds]
) -> None:
    for cards_drawn in range(2, book.order.max_cards):
        which = unfinished(book, all_rounds[book.order.key], cards_drawn)
        prefixes = (np.argwhere(which) + 1).tolist()
        sample = min(300, len(prefixes))
        for at in np.random.default_rng(3).choice(len(prefixes), sample, replace=False):
            prefix = tuple(prefixes[at])
            assert standing_codes(book, prefix) == standing_codes(
                book, representative_prefix(book.order, prefix)
            )


MAIN = ("player", "banker", "tie")
TIGERS = (*MAIN, "tiger", "small_tiger", "big_tiger", "tiger_tie")


@pytest.mark.parametrize(
    ("key", "offered", "established_by_cards_drawn"),
    [
        ("no-commission", MAIN, "0 0 0 0/2197 0/17745 0/118125"),
        ("super-six", (*MAIN, "super_six"), "0 0 0 832/2197 5296/17745 41620/118125"),
        ("fortune-six", (*MAIN, "fortune_six"), "0 0 0 832/2197 5296/17745 41620/118125"),
        ("super-six-plus", (*MAIN, "super_six_plus"), "0 0 0 832/2197 5296/17745 41620/118125"),
        ("tiger", (*MAIN, "tiger"), "0 0 0 832/2197 5296/17745 41620/118125"),
        ("no-commission", (*MAIN, "player_pair", "banker_pair"), "0 0 0 1 1 1"),
        ("tiger", (*TIGERS, "tiger_pair"), "0 0 0 949/2197 1 1"),
        ("tiger-no-commission-live", (*TIGERS, "tiger_pair"), "0 0 0 949/2197 1 1"),
        ("tiger", TIGERS, "0 0 0 832/2197 16977/17745 1"),
        ("tiger", (*MAIN, "tiger_pair"), "0 0 0 169/2197 1 1"),
        ("seven-up", (*MAIN, "super_sevens"), "0 1/13 25/169 297/1347 2265/6750"),
    ],
)
def test_unfinished_rounds_have_the_known_share_of_established_outcomes(
    key: str,
    offered: tuple[str, ...],
    established_by_cards_drawn: str,
    all_rounds: dict[str, Rounds],
) -> None:
    book = game(key)
    for cards_drawn, expected in enumerate(established_by_cards_drawn.split()):
        share = share_established(book, offered, all_rounds[book.order.key], cards_drawn)
        assert share == Fraction(expected), cards_drawn


@pytest.mark.parametrize(
    ("key", "wager", "percent"),
    [
        ("super-six", "banker_pair", "0.00 100.00 100.00"),
        ("tiger", "small_tiger", "37.87 90.53 100.00"),
        ("tiger", "big_tiger", "37.87 34.98 35.23"),
        ("tiger", "tiger_tie", "28.40 24.71 91.19"),
        ("super-6", "player_dragon_bonus", "0.00 12.35 43.20"),
        ("super-6", "banker_dragon_bonus", "0.00 18.93 35.23"),
    ],
)
def test_each_wager_is_decided_in_the_known_share_of_rounds(
    key: str, wager: str, percent: str, all_rounds: dict[str, Rounds]
) -> None:
    shares = [
        share_established(game(key), (wager,), all_rounds["standard"], cards_drawn)
        for cards_drawn in (3, 4, 5)
    ]
    assert " ".join(f"{float(100 * share):.2f}" for share in shares) == percent


def share_established(
    book: Rulebook, offered: tuple[str, ...], rounds: Rounds, cards_drawn: int
) -> Fraction:
    """Return the share of unfinished rounds with an established outcome, by order of ranks."""
    prefixes_by_kind = kinds(book, rounds, cards_drawn)
    established = sum(
        prefixes
        for kind, prefixes in prefixes_by_kind.items()
        if is_conclusive(book, tableau_of(book, kind), offered)
    )
    return Fraction(established, prefixes_by_kind.total())


def tableau_of(book: Rulebook, prefix: tuple[int, ...]) -> Tableau:
    return lay_out(book.order, [Card(Rank(rank), Suit.SPADES) for rank in prefix])[0]


def test_a_rule_that_takes_likely_results_as_certain_is_detected(
    all_rounds: dict[str, Rounds],
) -> None:
    """As a control, treating a likely result as certain gives different standings."""
    rounds = all_rounds["standard"]
    won = np.broadcast_to(WAGERS["tiger"]["tiger"](rounds), (13,) * 6)
    certain = (won < 0).all((4, 5))
    likely = (won < 0).mean((4, 5)) > 0.9
    assert np.count_nonzero(certain != likely) > 1000
