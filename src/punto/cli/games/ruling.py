"""`punto ruling` compares how the rule documents decide a situation."""

from typing import Annotated

from cyclopts import Parameter

from punto.api import parse_round
from punto.cli.console import show_record, show_sheet
from punto.cli.games.irregularities import one_of
from punto.cli.options import Game, Json, Language
from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.games.library import DOCUMENTS
from punto.games.library import game as game_named
from punto.reports.games.irregularities import rule_preview_record, rule_preview_sheet
from punto.table.rule_preview import RulePreview, preview_rule
from punto.table.state import Phase

STATES = {
    "idle": Phase.IDLE,
    "betting": Phase.BETS_OPEN,
    "closed": Phase.BETS_CLOSED,
}
"""The states of a round without a card, by name."""


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
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Show the remedy for a situation, the position that decides, and the clause.

    For example:

      punto ruling tiger --state "9s 4d / Kc" --trigger interrupted --saw power-failure
      punto ruling tiger --state "9s 4d / Kc" --trigger drawn-together --saw order-unknown --all
    """
    book = game_named(game)
    others = [one_of(each.key) for each in DOCUMENTS if each != book.document] if all_ else []
    found: list[tuple[Rulebook, RulePreview | str]] = [
        (book, _previewed(book, state, trigger, saw, settled))
    ]
    for other in others:
        try:
            found.append((other, _previewed(other, state, trigger, saw, settled)))
        except ValueError as error:
            # The same cards need not be a round of every game.
            found.append((other, str(error)))
    if as_json:
        show_record(rule_preview_record(state, trigger, found))
    else:
        show_sheet(rule_preview_sheet(state, trigger, found), lang)


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
