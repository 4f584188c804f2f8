"""Compare the auditor's paytables with those of the product in every ending."""

import pytest

from punto.audit.rules.deal import Outcome
from punto.audit.rules.game import Game
from punto.audit.rules.paytables import TEN
from punto.core.endings import paytable
from punto.core.facts import Ending
from punto.core.rulebook import Rulebook
from punto.games.library import GAMES


def outcome_in(ending: Ending) -> Outcome:
    """The auditor's outcome of an ending."""
    return Outcome(
        int(ending.player_total),
        int(ending.banker_total),
        int(ending.player_cards),
        int(ending.banker_cards),
        bool(ending.player_pair),
        bool(ending.banker_pair),
        bool(ending.same_pair),
        int(ending.sevens),
    )


def test_the_auditor_knows_the_ten_games() -> None:
    assert set(TEN) == {book.key for book in GAMES}


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_every_line_of_every_wager_in_every_ending(book: Rulebook) -> None:
    found = Game(book.text)
    compared = 0
    for ending, lines in paytable(book).items():
        held = found.held(outcome_in(ending))
        assert set(held) == set(lines)
        for key, line in lines.items():
            number = 0 if line is None else book.wager(key).lines.index(line) + 1
            assert held[key][0] == number, (ending, key)
            if line is not None:
                assert held[key][1:] == (line.pays.win, line.pays.per)
            compared += 1
    assert compared >= 600 * len(book.wagers)
    assert found.disputes == []


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_the_auditors_other_facts_of_a_game_match(book: Rulebook) -> None:
    found = Game(book.text)
    assert found.is_known
    assert found.digest == book.digest
    assert found.unit_cents == book.unit_cents
    assert found.document == book.document.letter
    assert found.stacks == book.document.wagers_per_area
    assert (found.decks.start, found.decks.stop - 1) == (
        book.document.decks.minimum,
        book.document.decks.maximum,
    )
    assert set(found.optional) == {wager.key for wager in book.wagers if wager.optional}
