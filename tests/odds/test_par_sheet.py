"""The PAR sheet as a value: every figure it puts together is the one its own module gives."""

from fractions import Fraction

import pytest

from punto.core.rulebook import to
from punto.core.tableau import Tableau
from punto.games.library import GAMES, game
from punto.odds.composition import full
from punto.odds.exact import count_endings
from punto.odds.measures import wager_odds
from punto.odds.par_sheet import par_sheet
from punto.odds.what_if import with_pays

TIGER = game("tiger")


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_every_game_has_a_sheet_whose_odds_are_those_of_the_reference(book: object) -> None:
    chosen = next(each for each in GAMES if each is book)
    decks = chosen.document.decks.minimum
    sheet = par_sheet(chosen, decks, rounds=5)
    expected = wager_odds(chosen, count_endings(full(decks), Tableau(chosen.order)))
    assert tuple(wager.odds for wager in sheet.wagers) == expected
    for wager, odds in zip(sheet.wagers, expected, strict=True):
        assert wager.by_decks[decks] == odds
        assert list(wager.by_decks) == list(range(decks, chosen.document.decks.maximum + 1))
        assert wager.covariances[odds.wager.key] == odds.variance


def test_cards_a_round_are_those_computed_elsewhere() -> None:
    assert float(par_sheet(TIGER, 8, 1).cards_a_round) == pytest.approx(4.9388188497, abs=1e-10)
    seven_up = par_sheet(game("seven-up"), 8, 1)
    assert float(seven_up.cards_a_round) == pytest.approx(3.8491457398, abs=1e-10)


def test_effects_of_removal_average_to_nothing() -> None:
    for wager in par_sheet(TIGER, 8, 1).wagers:
        assert sum(wager.effects.by_rank.values(), Fraction()) == 0


def test_a_count_is_measured_only_on_request() -> None:
    assert par_sheet(TIGER, 8, 1).wagers[0].correlation is None
    tags = (0, 0, -1, -1, -1, -2, 1, 2, 2, 0, 0, 0, 0)
    by_key = {each.odds.wager.key: each for each in par_sheet(TIGER, 8, 1, tags).wagers}
    correlation = by_key["big_tiger"].correlation
    assert correlation is not None
    # These are the tags published for this very wager.
    assert correlation > 0.95


def test_no_rounds_are_refused() -> None:
    with pytest.raises(ValueError, match="0 rounds; expected 1 to 1,000"):
        par_sheet(TIGER, 8, 0)


def test_pays_as_the_document_prints_them_are_not_changed() -> None:
    sheet = par_sheet(TIGER, 8, 1, pays={"tie": to(8, 1), "tiger_tie": to(45, 1)})
    assert sheet.pays == {"tiger_tie": to(45, 1)}
    assert sheet.book == with_pays(TIGER, sheet.pays)
