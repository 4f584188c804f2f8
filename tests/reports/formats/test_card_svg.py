"""Test that drawings are well-formed and have a description and the expected shapes."""

from xml.etree import ElementTree

import pytest

import punto
from punto.core import notation
from punto.core.facts import Winner
from punto.core.shoe import Cut, Shoe, cards_of_decks
from punto.reports.formats.card_svg import (
    BLUE,
    GREEN,
    RED,
    card_svg,
    roads_svg,
    shoe_svg,
    tableau_svg,
)
from punto.table.roads import Result, roads_of

WINNERS = {"B": Winner.BANKER, "P": Winner.PLAYER, "T": Winner.NEITHER}


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def count(svg: str, words: str) -> int:
    return svg.count(words)


def test_a_card_has_a_description() -> None:
    assert parsed(card_svg(punto.card("Th")))[0].text == "Ten of Hearts"
    assert ">10<" in card_svg(punto.card("Th"))
    assert parsed(card_svg(None))[0].text == "face down"


def test_a_round_shows_both_hands_and_their_totals() -> None:
    svg = tableau_svg(notation.parse_round("9s 4d 2h / Kc 6h", punto.STANDARD))
    assert parsed(svg)[0].text == (
        "Player Nine of Spades, Four of Diamonds, Two of Hearts. "
        "Banker King of Clubs, Six of Hearts."
    )
    assert ">5</text>" in svg
    assert ">6</text>" in svg


def test_the_printed_seven_has_no_suit_but_counts() -> None:
    svg = tableau_svg(notation.parse_round("2h / Kc 8d", punto.SEVEN_UP))
    assert count(svg, 'fill="none"') == 1
    assert ">9</text>" in svg


def test_with_a_face_down_card_the_total_is_a_question_mark() -> None:
    assert ">?</text>" in tableau_svg(notation.parse_round("? / 9c", punto.STANDARD))
    assert ">?</text>" not in tableau_svg(notation.parse_round("/", punto.STANDARD))


def test_a_shoe_shows_the_cards_dealt_and_the_cutting_card() -> None:
    shoe = Shoe(cards_of_decks(1), Cut(13), cards_dealt=26)
    svg = shoe_svg(shoe)
    assert parsed(svg)[0].text == "26 of 52 cards dealt, 13 behind the cut"
    assert 'width="260"' in svg
    assert 'x="388"' in svg


@pytest.mark.parametrize("text", ["", "T", "BBPPPBTPB", "B" * 20 + "P" * 20, "BP" * 40])
def test_roads_show_every_round(text: str) -> None:
    roads = roads_of(Result(WINNERS[each], at) for at, each in enumerate(text))
    svg = roads_svg(roads)
    assert parsed(svg)[0].text == f"Roads: {' '.join(text)}"
    assert count(svg, 'r="8.5"') == len(text)
    assert count(svg, 'r="7"') == len(text.replace("T", ""))


def test_pairs_marks_and_ties_are_drawn() -> None:
    results = [
        Result(Winner.BANKER, 1, (punto.Side.BANKER, punto.Side.PLAYER), mark="3"),
        Result(Winner.NEITHER, 2),
        Result(Winner.NEITHER, 3),
    ]
    svg = roads_svg(roads_of(results))
    assert count(svg, f'r="2.6" fill="{RED}"') == 2
    assert count(svg, f'r="2.6" fill="{BLUE}"') == 2
    assert ">3</text>" in svg
    assert f'fill="{GREEN}" font-size="9"' in svg


def test_notebooks_display_cards_and_rounds_as_drawings() -> None:
    shoe = Shoe(cards_of_decks(1), Cut(13))
    for value, svg in (
        (punto.card("9s"), card_svg(punto.card("9s"))),
        (
            notation.parse_round("9s / Kc", punto.STANDARD),
            tableau_svg(notation.parse_round("9s / Kc", punto.STANDARD)),
        ),
        (shoe, shoe_svg(shoe)),
        (roads_of(()), roads_svg(roads_of(()))),
    ):
        assert getattr(value, "_repr_svg_")() == svg  # noqa: B009  hung onto the value
