"""`decided` against every way each round can go on, and the shares of rounds that are decided."""

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
    """For each number of cards and each prefix: the code of each wager in every completion."""
    shape = (*(13,) * book.order.max_cards, len(book.wagers))
    codes = np.empty(shape, dtype=np.int8)
    for at, wager in enumerate(book.wagers):
        codes[..., at] = np.sign(WAGERS[book.key][wager.key](rounds)) + 2
    found = []
    for _ in range(book.order.max_cards):
        # What all thirteen next cards agree on is decided; code 0 stands for open.
        first = codes[..., 0, :]
        codes = np.where((codes == codes[..., :1, :]).all(-2), first, 0).astype(np.int8)
        found.append(codes)
    return found[::-1]


def unfinished(book: Rulebook, rounds: Rounds, cards_drawn: int) -> npt.NDArray[np.bool_]:
    """The prefixes after which the round needs another card."""
    needed = np.broadcast_to(rounds.cards, (13,) * book.order.max_cards)
    unseen = tuple(range(cards_drawn, book.order.max_cards))
    # Whether a further card is needed never depends on cards not yet drawn.
    return np.asarray((needed > cards_drawn).all(unseen))


@cache
def standing_codes(book: Rulebook, prefix: tuple[int, ...]) -> tuple[int, ...]:
    """How each wager stands after cards of these ranks, as codes."""
    cards = [Card(Rank(rank), Suit.SPADES) for rank in prefix]
    tableau, left_over = lay_out(book.order, cards)
    assert not left_over, "a prefix of an unfinished round has no card too many"
    return tuple(CODES[standing] for standing in standings(book, tableau).values())


def standing_for_its_kind(order: DealOrder, prefix: tuple[int, ...]) -> tuple[int, ...]:
    """A prefix with the same future, of which there are few."""
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
    """How many unfinished rounds there are of each kind, which is the same for many games."""
    key = (book.order.key, cards_drawn)
    if key not in _kinds:
        prefixes = (np.argwhere(unfinished(book, rounds, cards_drawn)) + 1).tolist()
        of = (standing_for_its_kind(book.order, tuple(prefix)) for prefix in prefixes)
        _kinds[key] = Counter(of)
    return _kinds[key]


@cache
def _places_of_pairs(order: DealOrder) -> list[tuple[int, int]]:
    """Where both cards of a hand come from the shoe, their places in the initial deal."""
    places = [[at for at, to in enumerate(order.initial) if to is side] for side in Side]
    return [(at[0], at[1]) for at in places if len(at) == 2]


SAMPLED = ("tiger", "fortune-six", "seven-up", "super-six-plus")
"""Games whose wagers ask about different facts; the others are for `scripts/test -m long`."""

EVERY_GAME = [
    pytest.param(book, id=book.key, marks=() if book.key in SAMPLED else pytest.mark.long)
    for book in GAMES
]


@pytest.mark.parametrize("book", EVERY_GAME)
def test_decided_equals_brute_force_on_every_unfinished_round(
    book: Rulebook, all_rounds: dict[str, Rounds]
) -> None:
    rounds = all_rounds[book.order.key]
    for cards_drawn, codes in enumerate(brute_force(book, rounds)):
        which = unfinished(book, rounds, cards_drawn)
        prefixes = (np.argwhere(which) + 1).tolist()
        for prefix, answer in zip(prefixes, codes[which].tolist(), strict=True):
            kind = standing_for_its_kind(book.order, tuple(prefix))
            assert list(standing_codes(book, kind)) == answer, prefix


@pytest.mark.parametrize("book", [game("tiger"), game("fortune-six"), game("seven-up")])
def test_the_very_cards_stand_as_their_kind_does(
    book: Rulebook, all_rounds: dict[str, Rounds]
) -> None:
    for cards_drawn in range(2, book.order.max_cards):
        which = unfinished(book, all_rounds[book.order.key], cards_drawn)
        every = (np.argwhere(which) + 1).tolist()
        for at in np.random.default_rng(3).choice(len(every), min(300, len(every)), replace=False):
            prefix = tuple(every[at])
            assert standing_codes(book, prefix) == standing_codes(
                book, standing_for_its_kind(book.order, prefix)
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
def test_the_share_of_unfinished_rounds_with_an_outcome_established(
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
def test_how_often_one_wager_is_decided_at_three_four_and_five_cards(
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
    """The share of unfinished rounds, every rank equally likely, that are `is_conclusive`."""
    prefixes = (np.argwhere(unfinished(book, rounds, cards_drawn)) + 1).tolist()
    kinds = Counter(standing_for_its_kind(book.order, tuple(prefix)) for prefix in prefixes)
    yes = sum(
        many for kind, many in kinds.items() if is_conclusive(book, tableau_of(book, kind), offered)
    )
    return Fraction(yes, len(prefixes))


def tableau_of(book: Rulebook, prefix: tuple[int, ...]) -> Tableau:
    return lay_out(book.order, [Card(Rank(rank), Suit.SPADES) for rank in prefix])[0]


def test_a_rule_that_looked_at_the_next_card_only_would_be_noticed(
    all_rounds: dict[str, Rounds],
) -> None:
    """The control: taking the likely end for the certain one gives another answer."""
    rounds = all_rounds["standard"]
    won = np.broadcast_to(WAGERS["tiger"]["tiger"](rounds), (13,) * 6)
    certain = (won < 0).all((4, 5))
    likely = (won < 0).mean((4, 5)) > 0.9
    assert np.count_nonzero(certain != likely) > 1000
