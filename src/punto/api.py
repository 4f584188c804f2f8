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
    """The round that a line such as `9s 4d 2h / Kc 6h` describes, by the rules of a game."""
    try:
        return notation.parse_round(line, game.order)
    except WrongCard as wrong:
        raise WrongCard(f"{wrong} ({game.cite(wrong.rule)})", wrong.rule) from None


def settle(
    game: Rulebook, round_: Tableau | str, stakes: Mapping[str, int], decks: int | None = None
) -> tuple[SettledWager, ...]:
    """Settles stakes, in whole cents by wager key, on a finished round."""
    tableau = parse_round(game, round_) if isinstance(round_, str) else round_
    check_decks(game, decks)
    check_copies(_cards(tableau), decks or game.document.decks.maximum)
    return settlement.settle(game, tableau, stakes)


def deal_shoe(
    game: Rulebook, below: Callable[[int], int], decks: int = DEFAULT_DECKS, cut: Cut = DEFAULT_CUT
) -> Iterator[tuple[Tableau, Shoe]]:
    """The rounds of a shoe shuffled by `below(n)`, which picks a number under n."""
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
    """The exact odds of every wager, for the cards not seen and those on the layout.

    A rank that `left` leaves out is full, less what is dealt. The number of decks is not held
    against the document: a mathematician may ask about one.
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
    """What wagers placed together on one round come to, with stakes in cents by wager key."""
    composition, tableau = _in_shoe(game, decks, left, dealt)
    return slip_odds(with_pays(game, pays or {}), count_endings(composition, tableau), stakes)


def _in_shoe(
    game: Rulebook, decks: int, left: Mapping[Rank, int] | None, dealt: Tableau | str
) -> tuple[Composition, Tableau]:
    """The cards not seen, and the layout, of a question."""
    if not isinstance(decks, int):
        raise ValueError(f"{decks} decks; expected a whole number of them")
    if decks < 1:
        raise ValueError(f"{decks} decks; expected at least one")
    tableau = parse_round(game, dealt) if isinstance(dealt, str) else dealt
    cards = _cards(tableau)
    check_copies(cards, decks)
    return unseen(decks, [card.rank for card in cards], left or {}), tableau


def odds_before_each_round(
    game: Rulebook, below: Callable[[int], int], decks: int = DEFAULT_DECKS, cut: Cut = DEFAULT_CUT
) -> Iterator[tuple[WagerOdds, ...]]:
    """The exact odds before each round of a shoe shuffled by `below(n)`, all its cards seen."""
    shoes = [full(decks)]
    for tableau, _ in deal_shoe(game, below, decks, cut):
        shoes.append(shoes[-1].less(*(card.rank for card in _cards(tableau))))
    # After the last round no other begins.
    for counts in count_pay_lines_each(game, shoes[:-1], Tableau(game.order)):
        yield odds_of_counts(game, counts)


def check_decks(game: Rulebook, decks: int | None) -> None:
    """Raises unless the document allows this number of decks.

    Rule: DECKS
    """
    allowed = game.document.decks
    if decks is not None and decks not in allowed:
        raise ValueError(
            f"{decks} decks; {game.key} is played with {allowed} ({game.cite(Rule.DECKS)})"
        )


def _cards(tableau: Tableau) -> list[Card]:
    return [card for _, card in tableau.cards_in_order() if card is not None]
