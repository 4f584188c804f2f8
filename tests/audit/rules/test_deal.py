"""Test the auditor's own Table of Play."""

from itertools import product

import pytest

from punto.audit.rules.deal import BANKER, NAMES, PLAYER, RANK_OF, Hands, next_side, outcome_of
from punto.audit.rules.game import Game
from punto.audit.rules.paytables import TEN
from punto.core.cards import Rank, card
from punto.core.drawing_rules import STOOD, rule_for_banker, rule_for_player
from punto.games.library import game


def hand(total: int) -> list[int]:
    """Two cards with this total."""
    return [total or 10, 13]


@pytest.mark.parametrize(("player", "banker"), list(product(range(10), repeat=2)))
def test_third_cards_are_those_of_the_product(player: int, banker: int) -> None:
    draws = rule_for_player(player, banker).draws
    assert (next_side(hand(player), hand(banker)) == PLAYER) is draws
    if not draws:
        expected = rule_for_banker(player, banker, STOOD).draws
        assert (next_side(hand(player), hand(banker)) == BANKER) is expected
        return
    for third in range(10):
        expected = rule_for_banker(player, banker, third).draws
        assert (next_side([*hand(player), third or 12], hand(banker)) == BANKER) is expected


def test_a_hand_never_gets_a_fourth_card() -> None:
    assert next_side([1, 1, 1], [1, 1, 1]) == ""


def test_a_round_is_read_from_the_order_drawn() -> None:
    hands = Hands(TEN["tiger"].deal)
    sides = []
    for name in ("9s", "Kc", "4d", "6h", "6c", "2d"):
        sides.append(hands.next())
        hands.lay(hands.next(), name)
    assert sides == [PLAYER, BANKER, PLAYER, BANKER, PLAYER, BANKER]
    assert hands.line() == "9s 4d 6c / Kc 6h 2d"
    assert hands.next() == ""


def test_seven_up_has_its_printed_card_and_deals_banker_first() -> None:
    hands = Hands(TEN["seven-up"].deal)
    for name in ("8h", "Kh", "8c"):
        hands.lay(hands.next(), name)
    assert hands.line() == "Kh / 8h 8c"
    assert hands.outcome() == outcome_of([7, 13], [8, 8])


def test_cards_may_be_written_in_other_ways() -> None:
    for text in ("10d", "td", "kC", "As"):
        name = NAMES[text]
        assert name == str(card(text))
        assert RANK_OF[name] == card(text).rank
    assert len({*NAMES.values()}) == 52
    assert RANK_OF["Td"] == Rank.TEN


# The number of card orders that establish an outcome, according to the auditor's table.


@pytest.mark.parametrize(
    ("key", "cards", "established", "orders"),
    [
        ("seven-up", 1, 1, 13),
        ("seven-up", 2, 25, 169),
        ("seven-up", 3, 297, 1_347),
        ("super-six", 1, 0, 13),
        ("super-six", 2, 0, 169),
        ("tiger", 2, 0, 169),
        ("tiger", 3, 949, 2_197),
    ],
)
def test_how_many_orders_of_cards_establish_an_outcome(
    key: str, cards: int, established: int, orders: int
) -> None:
    found = Game(game(key).text)
    offered = found.wagers.keys()
    unfinished = [ranks for ranks in product(range(1, 14), repeat=cards) if is_open(found, ranks)]
    assert len(unfinished) == orders
    assert sum(found.is_established(ranks, offered) for ranks in unfinished) == established


@pytest.mark.parametrize(
    ("offered", "established"),
    [
        (("player", "banker", "tie"), 0),
        (("player", "banker", "tie", "tiger_pair"), 169),
    ],
)
def test_an_established_outcome_depends_on_the_wagers_on_offer(
    offered: tuple[str, ...], established: int
) -> None:
    found = Game(game("tiger").text)
    every = product(range(1, 14), repeat=3)
    assert sum(found.is_established(ranks, offered) for ranks in every) == established


def is_open(found: Game, ranks: tuple[int, ...]) -> bool:
    """Whether a round needs another card after these."""
    hands = Hands(found.deal)
    for rank in ranks:
        hands.lay(hands.next(), "A23456789TJQK"[rank - 1] + "s")
    return bool(hands.next())
