import pytest

from punto.core.notation import parse_round
from punto.core.tableau import SEVEN_UP, STANDARD, DealOrder
from punto.odds.engine.known_cards import KnownCards, known_cards


@pytest.mark.parametrize(
    ("order", "line", "expected", "places"),
    [
        (STANDARD, "/", KnownCards(), 6),
        (STANDARD, "9s / Kc", KnownCards((9,), (0,)), 4),
        (STANDARD, "9s 4d 6h / Kc 6h", KnownCards((4, 9), (0, 6), (6,)), 1),
        (STANDARD, "? 4d / Kc ?", KnownCards((4,), (0,)), 4),
        (STANDARD, "? ? ? / ? ? Td", KnownCards((), (), (None,), (0,)), 5),
        (SEVEN_UP, "/", KnownCards((7,)), 5),
        (SEVEN_UP, "Th / 7c", KnownCards((0, 7), (7,)), 3),
    ],
)
def test_known_cards_include_a_printed_card(
    order: DealOrder, line: str, expected: KnownCards, places: int
) -> None:
    assert known_cards(parse_round(line, order)) == expected
    assert expected.open_places == places


def test_a_third_card_limits_the_cards_face_down() -> None:
    assert known_cards(parse_round("? ? 2d / Kc 6h", STANDARD)).has_third_card
    assert not known_cards(parse_round("? ? / Kc 6h", STANDARD)).has_third_card
