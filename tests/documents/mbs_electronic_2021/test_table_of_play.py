import pytest

from punto.core.rules import Rule
from punto.core.sides import Side
from punto.core.tableau import (
    Tableau,
    WrongCard,
    draw_decisions,
    next_side,
)
from punto.games.mbs_electronic_2021 import (
    NO_COMMISSION,
)
from tests.clauses import clause
from tests.rounds import played

EVERY_RANK = "A23456789TJQK"


#: For each two-card Banker total, the Player third cards on which Banker draws, as printed.
BANKER_DRAWS_ON = {
    0: EVERY_RANK,
    1: EVERY_RANK,
    2: EVERY_RANK,
    3: "A2345679TJQK",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}


def two_cards(total: int) -> str:
    """A ten-count card and a card that make a total between them."""
    return f"Kc {'Q' if total == 0 else 'A' if total == 1 else total}h"


def after_player_drew(banker_total: int, third: str) -> Tableau:
    """Player held two points and drew; Banker holds two cards."""
    return played(NO_COMMISSION, f"Ks 2d {third}s / {two_cards(banker_total)}")


@clause("mbs-electronic-2021", "3.8")
@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("other", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
def test_3_8_a_natural_on_either_side_ends_the_deal(natural: int, other: int) -> None:
    for line in (
        f"{two_cards(natural)} / {two_cards(other)}",
        f"{two_cards(other)} / {two_cards(natural)}",
    ):
        tableau = played(NO_COMMISSION, line)
        assert next_side(tableau) is None
        assert {ruling.rule for ruling in draw_decisions(tableau)} == {Rule.NATURAL}


@clause("mbs-electronic-2021", "3.8")
@pytest.mark.parametrize("player", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("banker", [0, 5, 7])
def test_3_8_player_draws_on_zero_to_five(player: int, banker: int) -> None:
    tableau = played(NO_COMMISSION, f"{two_cards(player)} / {two_cards(banker)}")
    assert next_side(tableau) is Side.PLAYER
    (ruling,) = draw_decisions(tableau)
    assert (ruling.rule, ruling.total, ruling.draws) == (Rule.PLAYER_THIRD_CARD, player, True)


@clause("mbs-electronic-2021", "3.8")
@pytest.mark.parametrize("player", [6, 7])
def test_3_8_player_stands_on_six_and_seven(player: int) -> None:
    tableau = played(NO_COMMISSION, f"{two_cards(player)} / {two_cards(7)}")
    assert next_side(tableau) is None
    assert (draw_decisions(tableau)[0].rule, draw_decisions(tableau)[0].draws) == (
        Rule.PLAYER_THIRD_CARD,
        False,
    )


@clause("mbs-electronic-2021", "3.8")
@pytest.mark.parametrize("player", [6, 7])
@pytest.mark.parametrize(
    ("banker", "draws"),
    [(0, True), (1, True), (2, True), (3, True), (4, True), (5, True), (6, False), (7, False)],
)
def test_3_8_when_player_stands_banker_draws_on_zero_to_five(
    player: int, banker: int, draws: bool
) -> None:
    tableau = played(NO_COMMISSION, f"{two_cards(player)} / {two_cards(banker)}")
    assert next_side(tableau) is (Side.BANKER if draws else None)
    assert draw_decisions(tableau)[1].rule is Rule.BANKER_WHEN_PLAYER_STANDS


@clause("mbs-electronic-2021", "3.8")
@pytest.mark.parametrize(
    ("banker", "third"),
    [(total, third) for total, drawn_on in BANKER_DRAWS_ON.items() for third in drawn_on],
)
def test_3_8_banker_draws_on_the_listed_third_cards_of_player(banker: int, third: str) -> None:
    tableau = after_player_drew(banker, third)
    assert next_side(tableau) is Side.BANKER
    assert draw_decisions(tableau)[1].rule is Rule.BANKER_THIRD_CARD


@clause("mbs-electronic-2021", "3.8")
@pytest.mark.parametrize(
    ("banker", "third"),
    [
        (total, third)
        for total, drawn_on in BANKER_DRAWS_ON.items()
        for third in EVERY_RANK
        if third not in drawn_on
    ],
)
def test_3_8_banker_stands_on_the_other_third_cards_of_player(banker: int, third: str) -> None:
    tableau = after_player_drew(banker, third)
    assert next_side(tableau) is None
    assert draw_decisions(tableau)[1].rule is Rule.BANKER_THIRD_CARD


@clause("mbs-electronic-2021", "3.8")
def test_3_8_the_banker_hand_depends_on_the_third_card_and_not_on_the_players_total() -> None:
    # Six points each time Banker decides: made with a six it draws, made with a four it stands.
    assert next_side(played(NO_COMMISSION, "Ks Qd 6h / Kc 6c")) is Side.BANKER
    assert next_side(played(NO_COMMISSION, "Ks 2d 4h / Kc 6c")) is None


@clause("mbs-electronic-2021", "3.8")
def test_3_8_the_table_of_play_uses_the_right_digit_of_a_hand() -> None:
    # Nine and four count three, eight and eight six: Player draws on the one, stands on the other.
    assert next_side(played(NO_COMMISSION, "9s 4d / Kc 7h")) is Side.PLAYER
    assert next_side(played(NO_COMMISSION, "8s 8d / Kc 7h")) is None


@clause("mbs-electronic-2021", "3.8")
def test_3_8_no_hand_draws_a_fourth_card() -> None:
    assert next_side(played(NO_COMMISSION, "Ks Qd Kh / Kc Qh Jd")) is None


@clause("mbs-electronic-2021", "3.8")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("Ks 8d 2h / Kc 4h", Rule.NATURAL),
        ("Ks 2d 2h / Kc 9h", Rule.NATURAL),
        ("Ks 8d / Kc 4h 2c", Rule.NATURAL),
        ("Ks 6d 2h / Kc 4h", Rule.PLAYER_THIRD_CARD),
        ("Ks 7d 2h / Kc 4h", Rule.PLAYER_THIRD_CARD),
        ("Ks 7d / Kc 6h 2c", Rule.BANKER_WHEN_PLAYER_STANDS),
        ("Ks 2d 8h / Kc 3h 2c", Rule.BANKER_THIRD_CARD),
        ("Ks 2d Ah / Kc 4h 2c", Rule.BANKER_THIRD_CARD),
        ("Ks 2d 3h / Kc 5h 2c", Rule.BANKER_THIRD_CARD),
        ("Ks 2d 5h / Kc 6h 2c", Rule.BANKER_THIRD_CARD),
        ("Ks 2d 6h / Kc 7h 2c", Rule.BANKER_THIRD_CARD),
        ("Ks 5d / Kc 5h 2c", Rule.PLAYER_THIRD_CARD),
        ("Ks 2d 2h 2s / Kc 4h", Rule.PLAYER_THIRD_CARD),
        ("Ks 2d 2h / Kc 4h 2c 2d", Rule.BANKER_THIRD_CARD),
    ],
)
def test_3_8_a_card_that_the_table_does_not_call_for_is_refused(line: str, rule: Rule) -> None:
    with pytest.raises(WrongCard) as refused:
        played(NO_COMMISSION, line)
    assert refused.value.rule is rule
    assert NO_COMMISSION.cite(refused.value.rule) == "E 3.8"
