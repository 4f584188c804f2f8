"""Test layouts, help, texts of phases and events, and barcodes in both languages."""

import re

import pytest
from reportlab.graphics.barcode.code128 import Code128

from punto.api import odds_of, parse_round
from punto.core.irregularities import Remedy, RemedyStep, Trigger
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.floor.lobby.help import table_help
from punto.floor.plan import TablePlan
from punto.floor.public_view.layout import Layout, table_layout
from punto.games.library import GAMES, game
from punto.reports.descriptions import table_state
from punto.reports.descriptions.conditions import condition_message
from punto.reports.descriptions.events import describe_to_patrons
from punto.reports.descriptions.names import pay_line_message
from punto.reports.formats.barcodes import QUIET, code_128, symbols
from punto.reports.games.explanation import draw_reasons
from punto.table.settings import default_settings
from punto.table.state import PendingStep, Phase, Table
from tests.tables import LIVE, TIGER, Play, betting, dealing
from tests.texts import text


def layout_of(book: Rulebook) -> Layout:
    return table_layout(TablePlan("t", "T-1", 1, book, default_settings(book)), "$")


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_a_layout_has_every_wager_with_every_line(book: Rulebook) -> None:
    layout = layout_of(book)
    assert {area.wager for area in layout.areas} == {wager.key for wager in book.wagers}
    for area in layout.areas:
        rule = book.wager(area.wager)
        sentences = [condition_message(line.when) for line in rule.lines]
        assert [line.when for line in area.lines] == sentences
        assert [line.label for line in area.lines] == [
            pay_line_message(rule, line) for line in rule.lines
        ]
        assert area.clause.startswith(book.document.letter)
        assert re.search(r"\d : \d", text(area.pays))
        assert re.search(r"\d : \d", text(area.pays, "zh"))
    assert {area.row for area in layout.areas} == {"main", "side"}
    assert text(layout.notices[1]) == "Total Minimum Bet is $1.00"
    assert layout.takes_commission == (book.key in ("tiger", "fortune-six-live"))
    assert layout.permanent_seven == (book.key == "seven-up")


def test_pays_are_written_as_on_the_layout() -> None:
    def pays(key: str, wager: str) -> str:
        layout = layout_of(game(key))
        return next(text(area.pays) for area in layout.areas if area.wager == wager)

    assert pays("tiger", "banker") == "0.95 : 1"
    assert pays("super-six", "banker") == "1 : 1, total of 6 pays 1 : 2"
    assert pays("seven-up", "banker") == "1 : 1, total of 7 pays 9 : 5"
    assert pays("fortune-six", "player_dragon_bonus") == "1 : 1 – 30 : 1"
    assert pays("tiger", "tiger") == ("6 on two cards pays 12 : 1, 6 on three cards pays 20 : 1")


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_help_has_the_same_figures_in_both_languages(book: Rulebook) -> None:
    page = table_help(book, odds_of(book), default_settings(book))
    page_text = " ".join(
        text(word)
        for section in page.sections
        for word in (
            *section.paragraphs,
            *(cell for row in (section.table.rows if section.table else ()) for cell in row),
        )
    )
    assert ("are placed as chips" in page_text) is (book.document.letter in "FT")
    for wager in book.wagers:
        assert wager.name in page_text
    for section in page.sections:
        for cell in section.paragraphs:
            assert text(cell, "zh")
        for row in section.table.rows if section.table else ():
            for words in row:
                found, other = (re.findall(r"\d+\.\d+", text(words, each)) for each in ("en", "zh"))
                assert found == other


def test_every_phase_has_a_text() -> None:
    assert text(table_state.phase_call(Table())) == "Closed"
    assert text(table_state.phase_call(betting(TIGER).table)) == "Place your bets, please"
    assert text(table_state.phase_call(dealing(TIGER).table)) == "No more bets"
    assert set(table_state.PHASES) == set(Phase)


def test_a_hold_names_its_cause_and_the_next_step() -> None:
    cause = table_state.hold_message(PendingStep(Trigger.INTERRUPTED, "", None))
    assert text(cause) == "The round was interrupted. Please wait, an attendant is coming."
    ruling = table_state.hold_message(
        PendingStep(Trigger.FACE_UP, "T 5.6", RemedyStep(Remedy.RULING))
    )
    assert text(ruling) == (
        "A card face up in the device. The staff decide how the round continues. "
        "Please wait, an attendant is coming."
    )
    fixed = RemedyStep(Remedy.RECONSTRUCT, position=StaffPosition.GAMING_SHIFT_MANAGER)
    assert "The staff decide" in text(
        table_state.hold_message(PendingStep(Trigger.UNCOVERED, "F 5", fixed))
    )


def test_an_offer_does_not_ask_patrons_to_wait() -> None:
    offer = table_state.hold_message(
        PendingStep(Trigger.FACE_UP, "T 5.6", RemedyStep(Remedy.OFFER_WITHDRAWAL))
    )
    assert text(offer) == (
        "A card face up in the device. You may take wagers back. If you do not answer, they stay."
    )


def test_every_remedy_has_a_sentence_for_patrons() -> None:
    assert set(table_state.REMEDY_MESSAGES) == set(Remedy)


def test_patrons_read_events_without_money() -> None:
    play: Play = dealing(LIVE, "9s", "Td", "Ks", "8d")
    play.finish()
    told = [text(words) for words in map(describe_to_patrons, play.events) if words]
    assert told[:2] == ["Round 1: bets opened.", "Bets closed."]
    assert told[2].startswith("The participants were confirmed: ")
    assert "Card 1 to Player: 9♠." in told
    assert any(line.endswith(": 10♦.") for line in told)
    assert told[-1] == "The outcome was announced and the wagers were settled."
    assert not any("100.00" in line for line in told)


def test_reasons_have_clauses() -> None:
    natural = draw_reasons(TIGER, parse_round(TIGER, "9s Kd / Kc 6h"))
    assert [(each.side, each.draws, each.clause) for each in natural] == [
        ("player", False, "E 3.8")
    ]
    both = draw_reasons(TIGER, parse_round(TIGER, "2s 3d 2h / Kc 6h"))
    assert [(each.side, each.draws) for each in both] == [("player", True), ("banker", False)]


def test_a_barcode_equals_that_of_another_program() -> None:
    text = "TC667FDTAJ4WFP4J6RMU3CAICGNV7MKZAICR77Q"
    other = Code128(text)
    other.validate()
    other.encode()
    other.decompose()
    svg = code_128(text)
    bars = [(int(at), int(width)) for at, width in re.findall(r"M(\d+) 0h(\d+)", svg)]
    widths, place = [], QUIET
    for at, width in bars:
        if at > place:
            widths.append(at - place)
        widths.append(width)
        place = at + width
    ours = "".join(map(str, widths))
    letters = "abcdefghijklmnop"
    theirs = "".join(
        str(letters.index(each.lower()) % 8 + 1) for each in other.decomposed if each.isalpha()
    )
    assert len(symbols(text)) == len(text) + 2
    assert ours == theirs


@pytest.mark.parametrize("text", ["", "é", "\x00"])
def test_text_that_has_no_barcode_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="cannot be a barcode"):
        code_128(text)
