"""Check that a PAR sheet has the figures of the modules that compute them."""

from fractions import Fraction

import pytest

from punto.core.rulebook import Rulebook, to
from punto.core.tableau import Tableau
from punto.games.library import GAMES, game
from punto.odds.composition import full
from punto.odds.exact import count_endings
from punto.odds.measures import wager_odds
from punto.odds.par_sheet import par_sheet
from punto.odds.what_if import with_pays

TIGER = game("tiger")


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_every_sheet_has_the_odds_of_the_reference(book: Rulebook) -> None:
    allowed = book.document.decks
    decks = allowed.minimum
    sheet = par_sheet(book, decks, rounds=5)
    expected = wager_odds(book, count_endings(full(decks), Tableau(book.order)))
    assert tuple(wager.odds for wager in sheet.wagers) == expected
    for wager, odds in zip(sheet.wagers, expected, strict=True):
        assert wager.by_decks[decks] == odds
        assert list(wager.by_decks) == list(range(decks, allowed.maximum + 1))
        assert wager.covariances[odds.wager.key] == odds.variance


def test_the_cards_per_round_are_those_published() -> None:
    assert float(par_sheet(TIGER, 8, 1).cards_per_round) == pytest.approx(4.9388188497, abs=1e-10)
    seven_up = par_sheet(game("seven-up"), 8, 1)
    assert float(seven_up.cards_per_round) == pytest.approx(3.8491457398, abs=1e-10)


def test_effects_of_removal_add_up_to_zero() -> None:
    for wager in par_sheet(TIGER, 8, 1).wagers:
        assert sum(wager.effects.by_rank.values(), Fraction()) == 0


def test_a_correlation_needs_tags() -> None:
    assert par_sheet(TIGER, 8, 1).wagers[0].correlation is None
    tags = (0, 0, -1, -1, -1, -2, 1, 2, 2, 0, 0, 0, 0)
    by_key = {wager.odds.wager.key: wager for wager in par_sheet(TIGER, 8, 1, tags).wagers}
    correlation = by_key["big_tiger"].correlation
    assert correlation is not None
    # These tags were published for this wager.
    assert correlation > 0.95


def test_zero_rounds_are_refused() -> None:
    with pytest.raises(ValueError, match="0 rounds; expected 1 to 1,000"):
        par_sheet(TIGER, 8, 0)


def test_unchanged_pays_are_not_listed_as_changed() -> None:
    sheet = par_sheet(TIGER, 8, 1, pays={"tie": to(8, 1), "tiger_tie": to(45, 1)})
    assert sheet.pays == {"tiger_tie": to(45, 1)}
    assert sheet.book == with_pays(TIGER, sheet.pays)
