"""The contract that every game passes."""

import pytest

from punto.core.endings import paytable
from punto.core.rulebook import Rulebook, WagerGroup
from punto.core.rules import Rule
from punto.games.library import DOCUMENTS, GAMES
from tests.games.golden import golden, path_of

every_game = pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)

OPTIONAL = {
    "fortune-six": {"player_dragon_bonus", "banker_dragon_bonus"},
    "super-6": {"player_dragon_bonus", "banker_dragon_bonus"},
    "tiger": {"tiger", "small_tiger", "big_tiger", "tiger_tie", "tiger_pair"},
    "tiger-no-commission": {"tiger", "small_tiger", "big_tiger", "tiger_tie", "tiger_pair"},
}
UNITS = {"tiger": 20, "fortune-six-live": 20, "seven-up": 10}


def test_there_are_ten_games_of_five_documents() -> None:
    assert [book.key for book in GAMES] == [
        "super-six",
        "fortune-six",
        "super-6",
        "no-commission",
        "tiger",
        "tiger-no-commission",
        "fortune-six-live",
        "tiger-no-commission-live",
        "seven-up",
        "super-six-plus",
    ]
    assert {book.document.key for book in GAMES} == {document.key for document in DOCUMENTS}


@every_game
def test_the_golden_counts_stand(book: Rulebook) -> None:
    assert golden(book) == path_of(book).read_text(encoding="utf-8")


@every_game
def test_lines_exclude_one_another_and_each_can_be_reached(book: Rulebook) -> None:
    held = {(key, line) for each in paytable(book).values() for key, line in each.items() if line}
    assert held == {(wager.key, line) for wager in book.wagers for line in wager.lines}


@every_game
def test_every_wager_can_win_and_can_lose(book: Rulebook) -> None:
    for wager in book.wagers:
        held = {each[wager.key] for each in paytable(book).values()}
        assert None in held
        assert any(line is not None and not line.pays.is_push for line in held)


@every_game
def test_every_wager_and_line_cites_a_clause(book: Rulebook) -> None:
    for wager in book.wagers:
        assert wager.clause
        assert all(line.clause for line in wager.lines)


@every_game
def test_every_wager_has_one_area_on_the_layout(book: Rulebook) -> None:
    areas = [key for row in book.layout for cell in row for key in cell.wagers]
    assert sorted(areas) == sorted(wager.key for wager in book.wagers)


@every_game
def test_player_lies_left_of_banker(book: Rulebook) -> None:
    (row,) = [row for row in book.layout if any("player" in cell.wagers for cell in row)]
    places = {key: at for at, cell in enumerate(row) for key in cell.wagers}
    assert places["player"] < places["banker"]


@every_game
def test_the_main_wagers_have_their_tones(book: Rulebook) -> None:
    tones = {wager.key: wager.group for wager in book.wagers}
    assert tones["player"] is WagerGroup.PLAYER
    assert tones["banker"] is WagerGroup.BANKER
    assert tones["tie"] is WagerGroup.TIE
    assert {tones[key] for key in tones.keys() - {"player", "banker", "tie"}} <= {WagerGroup.SIDE}


@every_game
def test_the_house_may_choose_only_where_the_document_says_so(book: Rulebook) -> None:
    assert {wager.key for wager in book.wagers if wager.optional} == OPTIONAL.get(book.key, set())


@every_game
def test_the_exact_unit(book: Rulebook) -> None:
    assert book.unit_cents == UNITS.get(book.key, 2)


@every_game
def test_the_rules_that_settle_a_round_stand_in_the_document(book: Rulebook) -> None:
    for rule in (
        Rule.DECKS,
        Rule.POINT_VALUE,
        Rule.POINT_TOTAL,
        Rule.TWO_HANDS,
        Rule.INITIAL_DEAL,
        Rule.NATURAL,
        Rule.PLAYER_THIRD_CARD,
        Rule.BANKER_THIRD_CARD,
        Rule.BANKER_WHEN_PLAYER_STANDS,
        Rule.HIGHEST_TOTAL_WINS,
        Rule.TIE,
        Rule.BETS_OPEN,
        Rule.BETS_CLOSED,
    ):
        assert book.document.clause_of(rule), rule
