"""Compute a game's PAR sheet, which has every exact figure about its wagers, pays and cards."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.util import find_spec
from typing import TYPE_CHECKING

from punto.core.rulebook import Pays, Rulebook
from punto.core.tableau import Tableau
from punto.odds.card_removal import RemovalEffects, betting_correlation, effects_of_removal
from punto.odds.composition import full
from punto.odds.engine import count_pay_lines_each
from punto.odds.exact import EndingCounts, count_endings
from punto.odds.measures import (
    FLAT_ROUNDS,
    MAX_FLAT_ROUNDS,
    WagerOdds,
    odds_of_counts,
    wager_odds,
)
from punto.odds.slip import covariances
from punto.odds.what_if import PaySensitivity, sensitivities, with_pays

if TYPE_CHECKING:
    from punto.odds.flat_betting import FlatBetting


@dataclass(frozen=True, slots=True)
class WagerPar:
    """One wager of a PAR sheet."""

    odds: WagerOdds
    lines: tuple[PaySensitivity, ...]
    effects: RemovalEffects
    by_decks: Mapping[int, WagerOdds]
    """The odds of the wager for every number of decks that the document allows."""
    covariances: Mapping[str, Fraction]
    """The covariance with each wager of the game, itself included."""
    correlation: float | None
    """The betting correlation of a count, None if the caller gave no tags."""
    flat_betting: "FlatBetting | None"
    """None if NumPy is not installed."""


@dataclass(frozen=True, slots=True)
class ParSheet:
    """All exact figures of a game with a number of decks."""

    book: Rulebook
    decks: int
    deals: int
    cards_per_round: Fraction
    """The average number of cards that a round draws from the shoe."""
    wagers: tuple[WagerPar, ...]
    rounds: int
    tags: tuple[int, ...] | None
    pays: Mapping[str, Pays] = field(default_factory=dict)
    """The pays that differ from those of the document."""


def par_sheet(
    book: Rulebook,
    decks: int,
    rounds: int = FLAT_ROUNDS,
    tags: Sequence[int] | None = None,
    pays: Mapping[str, Pays] | None = None,
    progress: Callable[[], None] = lambda: None,
) -> ParSheet:
    """Compute the PAR sheet of a game, optionally with changed pays and a count of thirteen tags.

    `progress` is called after the flat betting of each wager, which is slow for many rounds.
    """
    if not 1 <= rounds <= MAX_FLAT_ROUNDS:
        raise ValueError(f"{rounds} rounds; expected 1 to {MAX_FLAT_ROUNDS:,}")
    changed = {
        name: odds for name, odds in (pays or {}).items() if with_pays(book, {name: odds}) != book
    }
    book = with_pays(book, changed)
    shoe = full(decks)
    counts = count_endings(shoe, Tableau(book.order))
    all_odds, covariance = wager_odds(book, counts), covariances(book, counts)
    effects, by_decks = effects_of_removal(book, shoe), _by_decks(book)
    return ParSheet(
        book,
        decks,
        counts.deals,
        _cards_per_round(book, counts),
        tuple(
            WagerPar(
                odds,
                sensitivities(odds),
                effects[at],
                {number: wagers[at] for number, wagers in by_decks.items()},
                {other.key: covariance[odds.wager.key, other.key] for other in book.wagers},
                None if tags is None else betting_correlation(tags, effects[at], shoe),
                _flat_betting(odds, rounds, progress),
            )
            for at, odds in enumerate(all_odds)
        ),
        rounds,
        None if tags is None else tuple(tags),
        changed,
    )


def _by_decks(book: Rulebook) -> Mapping[int, tuple[WagerOdds, ...]]:
    allowed = book.document.decks
    numbers = range(allowed.minimum, allowed.maximum + 1)
    counted = count_pay_lines_each(book, [full(decks) for decks in numbers], Tableau(book.order))
    return {
        decks: odds_of_counts(book, counts) for decks, counts in zip(numbers, counted, strict=True)
    }


def _cards_per_round(book: Rulebook, counts: EndingCounts) -> Fraction:
    printed = 0 if book.order.permanent is None else 1
    cards = sum(
        ways * (ending.player_cards + ending.banker_cards - printed)
        for ending, ways in counts.by_ending.items()
    )
    return Fraction(cards, counts.deals)


def _flat_betting(
    odds: WagerOdds, rounds: int, progress: Callable[[], None]
) -> "FlatBetting | None":
    if find_spec("numpy") is None:
        return None
    from punto.odds.flat_betting import flat_betting

    results = flat_betting(odds, rounds)
    progress()
    return results
