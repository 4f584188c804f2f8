"""Run the verbs that print one page about games, rounds or rule documents."""

import random
from itertools import islice
from typing import Annotated, TypeAlias

from cyclopts import Parameter

from punto import api
from punto.api import DEFAULT_CUT, DEFAULT_DECKS, check_decks, deal_shoe, odds_of, parse_round
from punto.certification.conformance import (
    clause_conformance,
    conformance_page,
    conformance_record,
)
from punto.cli.console import show_text
from punto.cli.options import DEFAULT_PAGE, Decks, Game, PageOptions, Whole
from punto.core import money
from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import Rulebook
from punto.core.shoe import Cut
from punto.core.standings import standings as standings_of
from punto.core.tableau import Tableau
from punto.games.library import DOCUMENTS, GAMES
from punto.games.library import document as document_named
from punto.games.library import game as game_named
from punto.reports.games.game_list import game_list_record, game_list_sheet
from punto.reports.games.irregularities import (
    irregularities_record,
    irregularities_sheet,
    rule_preview_record,
    rule_preview_sheet,
)
from punto.reports.games.receipt import receipt, receipt_record
from punto.reports.games.rules import rules_record, rules_sheet
from punto.reports.games.standings import standings_record, standings_sheet
from punto.reports.games.transcript import transcript, transcript_record
from punto.table.rule_preview import RulePreview, preview_rule
from punto.table.state import Phase

STATES = {
    "idle": Phase.IDLE,
    "betting": Phase.BETS_OPEN,
    "closed": Phase.BETS_CLOSED,
}
"""The states of a round without a card, by name."""

DocumentName: TypeAlias = Annotated[
    str | None,
    Parameter(
        help="Key or letter of a rule document. Default: all documents.",
        completer=lambda _context: [each.key for each in DOCUMENTS],
    ),
]
DocumentOrGame: TypeAlias = Annotated[
    str | None,
    Parameter(
        name="DOCUMENT|GAME",
        help="Key or letter of a rule document, or key of a game. Default: all documents.",
        completer=lambda _context: [each.key for each in (*DOCUMENTS, *GAMES)],
    ),
]
Canonical: TypeAlias = Annotated[
    bool,
    Parameter(
        negative="",
        show_default=False,
        help="Print the canonical text whose SHA-256 is the digest.",
    ),
]


def games(*, page: PageOptions = DEFAULT_PAGE) -> None:
    """List the games and their rule documents.

    For example:

      punto games
      punto games --json
    """
    page.show(game_list_sheet(GAMES), game_list_record(GAMES))


def rules(
    game: Game,
    /,
    *,
    decks: Decks = DEFAULT_DECKS,
    canonical: Canonical = False,
    page: PageOptions = DEFAULT_PAGE,
) -> None:
    """Show the rules and the paytable of a game in our words, with clauses and odds.

    For example:

      punto rules tiger
      punto rules seven-up --lang zh
      punto rules super-six --canonical | sha256sum
      punto rules tiger --json
    """
    book = game_named(game)
    check_decks(book, decks)
    if canonical:
        show_text(book.text)
        return
    odds = odds_of(book, decks)
    page.show(rules_sheet(book, odds, decks), rules_record(book, odds, decks))


def deal(
    game: Game,
    /,
    *,
    seed: Annotated[
        Whole | None, Parameter(help="Random seed. The same seed gives the same shoe.")
    ] = None,
    rounds_: Annotated[
        Whole | None,
        Parameter(name="--rounds", help="Maximum number of rounds. Default: the whole shoe."),
    ] = None,
    decks: Decks = DEFAULT_DECKS,
    cut: Annotated[
        Whole, Parameter(help="Number of cards behind the cutting card.")
    ] = DEFAULT_CUT.cards_behind,
    page: PageOptions = DEFAULT_PAGE,
) -> None:
    """Deal a shoe and print a transcript with the rule of each third card.

    For example:

      punto deal tiger --rounds 5
      punto deal seven-up --seed 7 --decks 6 --lang zh
    """
    book = game_named(game)
    if rounds_ is not None and rounds_ < 1:
        raise ValueError(f"{rounds_} rounds are too few; expected at least one")
    if seed is None:
        seed = random.SystemRandom().randrange(10**9)
    below = random.Random(seed).randrange  # noqa: S311  a person may choose the seed; it is not a secret
    dealt = list(islice(deal_shoe(book, below, decks, Cut(cut)), rounds_))
    page.show(transcript(book, dealt, seed, decks), transcript_record(book, dealt, seed, decks))


def settle(
    game: Game,
    round_: Annotated[
        str, Parameter(name="ROUND", help="Cards of Player, a slash, cards of Banker.")
    ],
    /,
    *wagers: Annotated[str, Parameter(help="Wager with its stake, as in banker=20.00.")],
    decks: Annotated[
        Whole | None, Parameter(help="Number of decks that the cards come from.")
    ] = None,
    page: PageOptions = DEFAULT_PAGE,
) -> None:
    """Settle wagers on a round, with pay line, clause and arithmetic.

    For example:

      punto settle tiger "9s 4d 2h / Kc 6h" banker=20.00 tiger=5 tie=5
      punto settle seven-up "7h Ks / Kc 2d 5d" super_sevens=5.00 --json
    """
    book = game_named(game)
    tableau = parse_round(book, round_)
    settled = api.settle(book, tableau, stakes(wagers), decks)
    page.show(receipt(book, tableau, settled), receipt_record(book, tableau, settled))


def stakes(wagers: tuple[str, ...]) -> dict[str, int]:
    """Parse stakes such as `banker=20.00` into cents."""
    if not wagers:
        raise ValueError("a wager is missing; expected at least one, as in banker=20.00")
    found: dict[str, int] = {}
    for word in wagers:
        key, equals, amount = word.partition("=")
        if not equals or key in found:
            raise ValueError(
                f"{word!r:.60} is not a wager; expected each wager once, as in tie=5.00"
            )
        found[key] = money.parse_cents(amount)
    return found


def standings(
    game: Game,
    round_: Annotated[
        str, Parameter(name="ROUND", help='Cards so far: "9s 9d / Kc"; ? is face down.')
    ],
    /,
    *,
    page: PageOptions = DEFAULT_PAGE,
) -> None:
    """Show the wagers that are already won or lost, as if the table offered every wager.

    A wager is decided if every possible ending of the round gives it the same
    result. The remedy for an interrupted round depends on it.

    For example:

      punto standings tiger "9s 9d / Kc"
      punto standings seven-up "/ 7h" --json
    """
    book = game_named(game)
    tableau = parse_round(book, round_)
    found = standings_of(book, tableau)
    page.show(standings_sheet(book, tableau, found), standings_record(book, tableau, found))


def irregularities(name: DocumentOrGame = None, /, *, page: PageOptions = DEFAULT_PAGE) -> None:
    """List every irregularity with its remedy, and the clause or policy behind it.

    For example:

      punto irregularities T
      punto irregularities seven-up --lang zh
      punto irregularities --json
    """
    books = [_book_named(name)] if name is not None else [_game_of(each.key) for each in DOCUMENTS]
    page.show(
        [irregularities_sheet(book) for book in books],
        [row for book in books for row in irregularities_record(book)],
    )


def _book_named(name: str) -> Rulebook:
    """The game with this key, or a game of the document with this key or letter."""
    if name in {each.key for each in DOCUMENTS} | {each.letter for each in DOCUMENTS}:
        return _game_of(document_named(name).key)
    try:
        return game_named(name)
    except ValueError as error:
        if name.endswith(".py"):
            raise
        documents = ", ".join(f"{each.key} ({each.letter})" for each in DOCUMENTS)
        raise ValueError(f"{error} (documents: {documents})") from None


def _game_of(document: str) -> Rulebook:
    """A game of the document; all games of a document have the same rows."""
    return next(book for book in GAMES if book.document.key == document)


def ruling(
    game: Game,
    /,
    *,
    state: Annotated[
        str, Parameter(help='Cards so far, as in "9s 4d / Kc", or idle, betting or closed.')
    ],
    trigger: Annotated[Trigger, Parameter(help="Irregularity, as in drawn-together.")],
    saw: Annotated[
        tuple[Circumstance, ...],
        Parameter(negative="", help="Fact that staff saw, as in order-unknown."),
    ] = (),
    settled: Annotated[bool, Parameter(negative="", help="The round is settled.")] = False,
    all_: Annotated[
        bool, Parameter(name="--all", negative="", help="Compare all documents.")
    ] = False,
    page: PageOptions = DEFAULT_PAGE,
) -> None:
    """Show the remedy for a situation, the position that decides, and the clause.

    For example:

      punto ruling tiger --state "9s 4d / Kc" --trigger interrupted --saw power-failure
      punto ruling tiger --state "9s 4d / Kc" --trigger drawn-together --saw order-unknown --all
    """
    book = game_named(game)
    found: list[tuple[Rulebook, RulePreview | str]] = [
        (book, _previewed(book, state, trigger, saw, settled))
    ]
    for document in DOCUMENTS if all_ else ():
        if document == book.document:
            continue
        other = _game_of(document.key)
        try:
            found.append((other, _previewed(other, state, trigger, saw, settled)))
        except ValueError as error:
            # The same cards need not be a round of every game.
            found.append((other, str(error)))
    page.show(rule_preview_sheet(state, trigger, found), rule_preview_record(state, trigger, found))


def _previewed(
    book: Rulebook, state: str, trigger: Trigger, saw: tuple[Circumstance, ...], settled: bool
) -> RulePreview:
    if state in STATES:
        return preview_rule(book, Tableau(book.order), STATES[state], trigger, saw)
    if "/" not in state:
        raise ValueError(
            f"{state!r:.40} is not a round; expected its cards, as in '9s 4d / Kc', or "
            f"{' or '.join(STATES)}"
        )
    tableau = parse_round(book, state)
    if settled and not tableau.is_finished:
        raise ValueError(f"{state!r} is not a finished round; leave --settled out")
    return preview_rule(book, tableau, _phase(tableau, settled), trigger, saw)


def _phase(tableau: Tableau, settled: bool) -> Phase:
    if settled:
        return Phase.SETTLED
    if not tableau.cards_drawn:
        return Phase.BETS_CLOSED
    return Phase.COMPLETE if tableau.is_finished else Phase.DEALING


def conformance(document: DocumentName = None, /, *, page: PageOptions = DEFAULT_PAGE) -> None:
    """List every clause of the rule documents with its implementation and tests.

    For example:

      punto conformance
      punto conformance mbs-tiger-no-commission-2022
      punto conformance U --json
    """
    documents = DOCUMENTS if document is None else (document_named(document),)
    reports = [(each, clause_conformance(each)) for each in documents]
    page.show(
        [conformance_page(each, report) for each, report in reports],
        [row for _, report in reports for row in conformance_record(report)],
    )
