import pytest

from punto.core.notation import read
from punto.core.tableau import SEVEN_UP, STANDARD, DealOrder
from punto.odds.engine.known_cards import Shown, shown


@pytest.mark.parametrize(
    ("order", "line", "expected", "places"),
    [
        (STANDARD, "/", Shown(), 6),
        (STANDARD, "9s / Kc", Shown((9,), (0,)), 4),
        (STANDARD, "9s 4d 6h / Kc 6h", Shown((4, 9), (0, 6), (6,)), 1),
        (STANDARD, "? 4d / Kc ?", Shown((4,), (0,)), 4),
        (STANDARD, "? ? ? / ? ? Td", Shown((), (), (None,), (0,)), 5),
        (SEVEN_UP, "/", Shown((7,)), 5),
        (SEVEN_UP, "Th / 7c", Shown((0, 7), (7,)), 3),
    ],
)
def test_a_layout_is_shown_by_values_and_a_printed_card_with_them(
    order: DealOrder, line: str, expected: Shown, places: int
) -> None:
    assert shown(read(line, order)) == expected
    assert expected.places == places


def test_a_third_card_tells_of_the_cards_face_down() -> None:
    assert shown(read("? ? 2d / Kc 6h", STANDARD)).has_third_card
    assert not shown(read("? ? / Kc 6h", STANDARD)).has_third_card
