"""Parse, deal and settle rounds and compute odds, from text and plain values."""

from collections.abc import Callable, Iterator, Mapping

from punto.core import notation, settlement
from punto.core.cards import Card, Rank
from punto.core.rulebook import Pays, Rulebook
from punto.core.rules import Rule
from punto.core.settlement import SettledWager
from punto.core.shoe import Cut, Shoe, cards_of_decks, check_copies, deal_round, shuffle
from punto.core.tableau import Tableau, WrongCard
from punto.odds.composition import Composition, full, unseen
from punto.odds.engine import count_pay_lines, count_pay_lines_each
from punto.odds.exact import count_endings
from punto.odds.measures import WagerOdds, odds_of_counts
from punto.odds.slip import SlipOdds, slip_odds
from punto.odds.what_if import with_pays

DEFAULT_DECKS = 8
DEFAULT_CUT = Cut(cards_behind=14)


def parse_round(game: Rulebook, line: str) -> Tableau:
    """Return the round that a text such as `9s 4d 2h / Kc 6h` describes, by the rules of a game."""
    try:
        return notation.parse_round(line, game.order)
    except WrongCard as wrong:
        raise WrongCard(f"{wrong} ({game.cite(wrong.rule)})", wrong.rule) from None


def settle(
    game: Rulebook, round_: Tableau | str, stakes: Mapping[str, int], decks: int | None = None
) -> tuple[SettledWager, ...]:
    """Settle stakes, in whole cents by wager key, on a finished round."""
    tableau = parse_round(game, round_) if isinstance(round_, str) else round_
    check_decks(game, decks)
    check_copies(_cards(tableau), decks or game.document.decks.maximum)
    return settlement.settle(game, tableau, stakes)


def deal_shoe(
    game: Rulebook, below: Callable[[int], int], decks: int = DEFAULT_DECKS, cut: Cut = DEFAULT_CUT
) -> Iterator[tuple[Tableau, Shoe]]:
    """Shuffle a shoe and yield its rounds; `below(n)` picks a random number from 0 to n - 1."""
    check_decks(game, decks)
    cards = cards_of_decks(decks)
    if cut.cards_behind > len(cards):
        raise ValueError(
            f"{cut.cards_behind} cards behind the cutting card; the shoe has {len(cards)}"
        )
    shoe = Shoe(shuffle(cards, below), cut)
    while not shoe.is_cutting_card_out:
        tableau, shoe = deal_round(game.order, shoe)
        yield tableau, shoe


def odds_of(
    game: Rulebook,
    decks: int = DEFAULT_DECKS,
    left: Mapping[Rank, int] | None = None,
    dealt: Tableau | str = "/",
    pays: Mapping[str, Pays] | None = None,
) -> tuple[WagerOdds, ...]:
    """Compute the exact odds of every wager for the cards left in the shoe and on the layout.

    `left` is the number of cards left by rank. For a rank that it leaves out, all copies are left
    except those on the layout. Any number of decks is valid, even if the document does not allow
    it, because a mathematician may want the odds of a single deck.
    """
    composition, tableau = _in_shoe(game, decks, left, dealt)
    book = with_pays(game, pays or {})
    return odds_of_counts(book, count_pay_lines(book, composition, tableau))


def slip_of(
    game: Rulebook,
    stakes: Mapping[str, int],
    decks: int = DEFAULT_DECKS,
    left: Mapping[Rank, int] | None = None,
    dealt: Tableau | str = "/",
    pays: Mapping[str, Pays] | None = None,
) -> SlipOdds:
    """Compute the combined odds of wagers on one round, with stakes in cents by wager key."""
    composition, tableau = _in_shoe(game, decks, left, dealt)
    return slip_odds(with_pays(game, pays or {}), count_endings(composition, tableau), stakes)


def _in_shoe(
    game: Rulebook, decks: int, left: Mapping[Rank, int] | None, dealt: Tableau | str
) -> tuple[Composition, Tableau]:
    """Return the unseen cards and the cards on the layout."""
    if not isinstance(decks, int):
        raise ValueError(f"{decks} decks; expected a whole number")
    if decks < 1:
        raise ValueError(f"{decks} decks; expected at least one")
    tableau = parse_round(game, dealt) if isinstance(dealt, str) else dealt
    cards = _cards(tableau)
    check_copies(cards, decks)
    return unseen(decks, [card.rank for card in cards], left or {}), tableau


def odds_before_each_round(
    game: Rulebook, below: Callable[[int], int], decks: int = DEFAULT_DECKS, cut: Cut = DEFAULT_CUT
) -> Iterator[tuple[WagerOdds, ...]]:
    """Shuffle a shoe and yield the exact odds before each of its rounds, from the unseen cards."""
    shoes = [full(decks)]
    for tableau, _ in deal_shoe(game, below, decks, cut):
        shoes.append(shoes[-1].less(*(card.rank for card in _cards(tableau))))
    # No round begins after the last one, so its odds are left out.
    for counts in count_pay_lines_each(game, shoes[:-1], Tableau(game.order)):
        yield odds_of_counts(game, counts)


def check_decks(game: Rulebook, decks: int | None) -> None:
    """Raise `ValueError` if the document does not allow this number of decks.

    Rule: DECKS
    """
    allowed = game.document.decks
    if decks is not None and decks not in allowed:
        raise ValueError(
            f"{decks} decks; {game.key} is played with {allowed} ({game.cite(Rule.DECKS)})"
        )


def _cards(tableau: Tableau) -> list[Card]:
    return [card for _, card in tableau.cards_in_order() if card is not None]
