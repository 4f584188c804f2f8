"""Compute a game's PAR sheet, with all figures of its pays and its cards, as one value."""

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
from punto.odds.measures import WagerOdds, odds_of_counts, wager_odds
from punto.odds.slip import covariances
from punto.odds.what_if import PaySensitivity, sensitivities, with_pays

if TYPE_CHECKING:
    from punto.odds.flat_betting import FlatBetting

ROUNDS = 80
"""About as many as a shoe of eight decks gives."""
MAX_ROUNDS = 1_000
"""The maximum for flat betting."""


@dataclass(frozen=True, slots=True)
class WagerPar:
    """One wager of a PAR sheet."""

    odds: WagerOdds
    lines: tuple[PaySensitivity, ...]
    effects: RemovalEffects
    by_decks: Mapping[int, WagerOdds]
    """The same wager with every number of decks that the document allows."""
    covariances: Mapping[str, Fraction]
    """With each wager of the game, itself included."""
    correlation: float | None
    """The betting correlation of a count, where one is asked about."""
    flat_betting: "FlatBetting | None"
    """Over some rounds; None where NumPy is not installed."""


@dataclass(frozen=True, slots=True)
class ParSheet:
    """Everything exact about a game with some decks."""

    book: Rulebook
    decks: int
    deals: int
    cards_a_round: Fraction
    """How many cards a round takes from the shoe on average."""
    wagers: tuple[WagerPar, ...]
    rounds: int
    tags: tuple[int, ...] | None
    pays: Mapping[str, Pays] = field(default_factory=dict)
    """Those that were changed, and so are not those of the document."""


def par_sheet(
    book: Rulebook,
    decks: int,
    rounds: int = ROUNDS,
    tags: Sequence[int] | None = None,
    pays: Mapping[str, Pays] | None = None,
    progress: Callable[[], None] = lambda: None,
) -> ParSheet:
    """Return the PAR sheet of a game, with changed pays and a count of thirteen tags on request.

    Many rounds take time, so `progress` is called after each wager.
    """
    if not 1 <= rounds <= MAX_ROUNDS:
        raise ValueError(f"{rounds} rounds; expected 1 to {MAX_ROUNDS:,}")
    changed = {
        name: each for name, each in (pays or {}).items() if with_pays(book, {name: each}) != book
    }
    book = with_pays(book, changed)
    shoe = full(decks)
    counts = count_endings(shoe, Tableau(book.order))
    found, covariance = wager_odds(book, counts), covariances(book, counts)
    effects, side_by_side = effects_of_removal(book, shoe), _by_decks(book)
    return ParSheet(
        book,
        decks,
        counts.deals,
        _cards_a_round(book, counts),
        tuple(
            WagerPar(
                odds,
                sensitivities(odds),
                effects[at],
                {number: others[at] for number, others in side_by_side.items()},
                {other.key: covariance[odds.wager.key, other.key] for other in book.wagers},
                None if tags is None else betting_correlation(tags, effects[at], shoe),
                _flat_betting(odds, rounds, progress),
            )
            for at, odds in enumerate(found)
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


def _cards_a_round(book: Rulebook, counts: EndingCounts) -> Fraction:
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

    found = flat_betting(odds, rounds)
    progress()
    return found
