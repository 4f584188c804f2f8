import pytest

from punto.core.notation import format_round, parse_round
from punto.core.tableau import SEVEN_UP, STANDARD, Tableau


@pytest.mark.parametrize(
    "line", ["/", "9s /", "9s / Kc", "9s 4d / Kc", "9s 4d / ? ?", "9s 4d 2h / Kc 6h", "? 4d / Kc ?"]
)
def test_a_round_formats_to_the_text_that_it_was_parsed_from(line: str) -> None:
    assert format_round(parse_round(line, STANDARD)) == line


def test_the_text_of_a_round_leaves_out_the_printed_seven() -> None:
    tableau = parse_round("5h Ks / 8h 8c", SEVEN_UP)
    assert [str(card) for card in tableau.player] == ["5h", "Ks"]
    assert format_round(tableau) == "5h Ks / 8h 8c"


def test_the_first_card_of_seven_up_belongs_to_the_banker_hand() -> None:
    assert format_round(parse_round("/Kc", SEVEN_UP)) == "/ Kc"


def test_spaces_do_not_matter() -> None:
    assert parse_round("  9s   4d/Kc 6h ", STANDARD) == parse_round("9s 4d / Kc 6h", STANDARD)


def test_a_single_slash_is_an_empty_layout() -> None:
    assert parse_round("/", STANDARD) == Tableau(STANDARD)


@pytest.mark.parametrize("line", ["", "9s 4d Kc 6h", "9s / 4d / Kc"])
def test_a_line_without_exactly_one_slash_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="is not a round; expected the Player hand, one slash"):
        parse_round(line, STANDARD)


def test_a_word_that_is_not_a_card_is_refused() -> None:
    with pytest.raises(ValueError, match="'4x' is not a card"):
        parse_round("9s 4x / Kc 6h", STANDARD)
