from copy import deepcopy

import pytest

from punto.core.cards import Rank, card
from punto.core.facts import Winner
from punto.core.notation import format_round, parse_round
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.tableau import (
    SEVEN_UP,
    STANDARD,
    DealOrder,
    Tableau,
    WrongCard,
    draw_decisions,
    ending,
    lay_out,
    next_side,
    next_sides,
)

PLAYER, BANKER = Side.PLAYER, Side.BANKER


@pytest.mark.parametrize(
    ("line", "side"),
    [
        ("/", PLAYER),
        ("9s /", BANKER),
        ("9s / Kc", PLAYER),
        ("9s 4d / Kc", BANKER),
        ("9s 4d / Kc 6h", PLAYER),
        ("9s 4d 2h / Kc 6h", None),
        ("9s 4d 6h / Kc 6h", BANKER),
        ("9s 4d 6h / Kc 6h 2c", None),
        ("9s 8d / Kc 5h", BANKER),
        ("9s 8d / Kc 6h", None),
        ("9s 9d / Kc 2h", None),
        ("2s 2d / 4c 4h", None),
    ],
)
def test_the_cards_dealt_decide_which_hand_is_next(line: str, side: Side | None) -> None:
    assert next_side(parse_round(line, STANDARD)) is side


@pytest.mark.parametrize(
    ("line", "side"),
    [
        ("/", BANKER),
        ("/ Kc", PLAYER),
        ("5h / Kc", BANKER),
        ("5h / Kc 6h", PLAYER),
        ("5h 6c / Kc 6h", BANKER),
        ("Kh / Kc 6h", None),
        ("Kh / Kc 5h", BANKER),
        ("Ah / Kc 2h", None),
        ("2h / Kc 2d", None),
    ],
)
def test_the_printed_seven_counts_when_the_next_hand_is_found(line: str, side: Side | None) -> None:
    assert next_side(parse_round(line, SEVEN_UP)) is side


def test_cards_face_down_can_leave_the_next_hand_open() -> None:
    tableau = parse_round("9s 4d / ? ?", STANDARD)
    assert next_sides(tableau) == {PLAYER, None}
    with pytest.raises(ValueError, match="depends on a card that lies face down"):
        next_side(tableau)


def test_a_natural_ends_the_deal_even_with_cards_face_down() -> None:
    assert parse_round("9s Kd / ? ?", STANDARD).is_finished


def test_a_third_card_limits_the_values_of_cards_face_down() -> None:
    # The Player hand drew, so there is no natural; the Banker hand on 6 draws against a 6.
    assert next_sides(parse_round("? ? 6d / Kc 6h", STANDARD)) == {BANKER}
    assert next_sides(parse_round("? ? ? / Kc 6h", STANDARD)) == {BANKER, None}


@pytest.mark.parametrize(
    ("line", "rule", "words"),
    [
        ("9s 4d /", Rule.INITIAL_DEAL, "too few cards for the Banker hand: the first cards go to"),
        ("/ Kc", Rule.INITIAL_DEAL, "too few cards for the Player hand"),
        ("9s / Kc 6h 5d", Rule.INITIAL_DEAL, "too few cards for the Player hand"),
        ("9s 4d 2h 2c / Kc 6h", Rule.PLAYER_THIRD_CARD, "too many cards for the Player hand"),
        ("9s 4d 6h / Kc 6h 2c 2d", Rule.BANKER_THIRD_CARD, "too many cards for the Banker hand"),
        ("9s Kd 2h / Kc 6h", Rule.NATURAL, "Player hand's third card 2h is not called for"),
        ("9s 4d 2h / Kc 9h", Rule.NATURAL, "Player hand's third card 2h is not called for"),
        ("9s Kd / Kc 2h 5c", Rule.NATURAL, "Banker hand's third card 5c is not called for"),
        ("9s 8d 2h / Kc 6h", Rule.PLAYER_THIRD_CARD, "Player hand stands on 7"),
        ("9s 8d / Kc 6h 2h", Rule.BANKER_WHEN_PLAYER_STANDS, "Banker hand stands on 6"),
        (
            "9s 4d 8h / Kc 3h 2h",
            Rule.BANKER_THIRD_CARD,
            "stands on 3 when the Player hand's third card counts 8",
        ),
        ("9s 4d / Kc 2h 2d", Rule.PLAYER_THIRD_CARD, "the Player hand draws first on 3"),
        ("? ? / 4c 4h ?", Rule.NATURAL, r"third card \? is not called for: a natural ends"),
    ],
)
def test_a_round_that_breaks_the_rules_is_refused(line: str, rule: Rule, words: str) -> None:
    with pytest.raises(WrongCard, match=words) as wrong:
        parse_round(line, STANDARD)
    assert wrong.value.rule is rule


def test_only_the_player_hand_counts_the_printed_seven_among_its_cards() -> None:
    """The message once called three typed cards too many without naming the printed one."""
    with pytest.raises(WrongCard, match=r"three are the maximum, the printed 7 included"):
        parse_round("7h Ks Ad / Kc 2d 5d", SEVEN_UP)
    for line, order in (("7h Ks / Kc 2d 5d 4h", SEVEN_UP), ("9s 4d 2h 2c / Kc 6h", STANDARD)):
        with pytest.raises(WrongCard, match=r"three are the maximum$"):
            parse_round(line, order)


def test_cards_are_laid_out_in_the_order_drawn() -> None:
    drawn = [card(text) for text in ("9s", "Kc", "4d", "6h", "6c", "2d")]
    tableau, left_over = lay_out(STANDARD, drawn)
    assert format_round(tableau) == "9s 4d 6c / Kc 6h 2d"
    assert left_over == ()
    assert [each for _, each in tableau.cards_in_order()] == drawn


def test_cards_of_seven_up_are_laid_out_from_the_banker_hand() -> None:
    drawn = [card(text) for text in ("8h", "5h", "8c", "Ks")]
    tableau, _ = lay_out(SEVEN_UP, drawn)
    assert format_round(tableau) == "5h Ks / 8h 8c"
    assert list(tableau.cards_in_order()) == [
        (BANKER, drawn[0]),
        (PLAYER, drawn[1]),
        (BANKER, drawn[2]),
        (PLAYER, drawn[3]),
    ]


def test_cards_after_the_end_of_the_round_are_left_over() -> None:
    drawn = [card(text) for text in ("9s", "Kc", "Kd", "6h", "5c", "5d")]
    tableau, left_over = lay_out(STANDARD, drawn)
    assert format_round(tableau) == "9s Kd / Kc 6h"
    assert left_over == (card("5c"), card("5d"))


def test_the_banker_hand_gets_the_fifth_card_if_the_player_hand_stands() -> None:
    tableau, _ = lay_out(STANDARD, [card(text) for text in ("9s", "Kc", "8d", "5h", "2c")])
    assert format_round(tableau) == "9s 8d / Kc 5h 2c"
    assert [side for side, _ in tableau.cards_in_order()] == [
        PLAYER,
        BANKER,
        PLAYER,
        BANKER,
        BANKER,
    ]


def test_draw_decisions_follow_the_cards_on_the_layout() -> None:
    assert draw_decisions(parse_round("9s 4d / Kc", STANDARD)) == ()
    assert draw_decisions(parse_round("9s 4d / Kc ?", STANDARD)) == ()
    (player,) = draw_decisions(parse_round("9s 4d / Kc 6h", STANDARD))
    assert (player.side, player.total, player.draws) == (PLAYER, 3, True)
    _, banker = draw_decisions(parse_round("9s 4d 6h / Kc 6h", STANDARD))
    assert (banker.side, banker.total, banker.player_third, banker.draws) == (BANKER, 6, 6, True)


def test_a_finished_round_has_an_ending() -> None:
    facts = ending(parse_round("Ks Ad 4c / Qh 5s Ah", STANDARD))
    assert (facts.winner, facts.banker_total, facts.banker_cards) == (Winner.BANKER, 6, 3)


def test_the_printed_seven_counts_in_the_ending() -> None:
    facts = ending(parse_round("7h Ks / Kc 2d 5d", SEVEN_UP))
    assert (facts.player_total, facts.player_cards, facts.sevens) == (4, 3, 2)


@pytest.mark.parametrize("line", ["9s 4d / Kc 6h", "9s Kd / ? ?", "/"])
def test_an_unfinished_round_has_no_ending(line: str) -> None:
    with pytest.raises(ValueError, match="the round is not finished"):
        ending(parse_round(line, STANDARD))


def test_a_round_draws_at_most_six_cards_or_five_in_seven_up() -> None:
    assert (STANDARD.max_cards, SEVEN_UP.max_cards) == (6, 5)


def test_a_deal_order_gives_each_hand_two_cards() -> None:
    with pytest.raises(ValueError, match="expected two cards per hand"):
        DealOrder("odd", (PLAYER, BANKER, PLAYER, BANKER), permanent=Rank.SEVEN)
    with pytest.raises(ValueError, match="expected two cards per hand"):
        DealOrder("short", (PLAYER, BANKER))


def test_a_card_is_added_to_a_hand() -> None:
    tableau = Tableau(STANDARD).with_card(PLAYER, card("9s")).with_card(BANKER, None)
    assert format_round(tableau) == "9s / ?"
    assert not tableau.is_known


def test_a_copy_of_a_tableau_has_the_same_next_hand() -> None:
    tableau = parse_round("9s 4d / Kc", STANDARD)
    assert next_sides(deepcopy(tableau)) == next_sides(tableau) == {BANKER}
