"""Preview: what the rules make of a situation, before it has happened."""

from collections.abc import Iterable
from dataclasses import dataclass

from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import Rulebook
from punto.core.rules import Rule
from punto.core.standings import established
from punto.core.tableau import Tableau
from punto.table.commands.irregularities import Report
from punto.table.decide.irregularities.reports import ANOTHER_WAY, circumstances, refused
from punto.table.irregularity_rules import Row, row_for, rows_of
from punto.table.settings import usual_settings
from punto.table.state import Phase, Round, ShoeOnTable, Table

REFUSED_BY = {
    Trigger.LATE_WAGER: Rule.NO_LATE_WAGER,
    Trigger.LATE_WITHDRAWAL: Rule.NO_LATE_WITHDRAWAL,
    Trigger.UNDER_MINIMUM: Rule.LIMITS,
    Trigger.OVER_MAXIMUM: Rule.LIMITS,
    Trigger.TOO_MANY_WAGERS: Rule.WAGERS_PER_AREA,
}
"""What is refused at entry where no row has it settled; nothing then happens to the round."""

TWO_CARDS = ("As", "2s")
"""Stand for any two cards that come together."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What answers to a trigger in a state of a round: a row, a refusal, or why it cannot be."""

    is_established: bool
    row: Row | None = None
    refused_by: str = ""
    """The clause or policy by which it is refused at entry."""

    cannot: str = ""
    """Why somebody who told the table of it now would be refused, in words."""


def preview(
    book: Rulebook,
    tableau: Tableau,
    phase: Phase,
    trigger: Trigger,
    saw: Iterable[Circumstance] = (),
) -> Preview:
    """What the document and the house make of a trigger, the cards so far, and what was seen."""
    given = tuple(saw)
    table = _table(book, tableau, phase)
    decided = established(book, tableau, table.chosen.offered)
    if trigger in ANOTHER_WAY:
        if refusal := refused_at_entry(book, trigger):
            return Preview(decided, refused_by=refusal)
        known = Circumstance.ESTABLISHED if decided else Circumstance.NOT_ESTABLISHED
        return Preview(decided, row_for(book, trigger, {*given, known}))
    report = _report(table, trigger, given)
    if no := refused(table, report):
        return Preview(decided, cannot=no.at(book).words)
    told = _as_told(set(circumstances(table, report)), given)
    return Preview(decided, row_for(book, trigger, told))


TOLD: dict[Circumstance, Circumstance | None] = {
    Circumstance.METHOD_C: None,
    Circumstance.FIRST_CARD_IN_HLGA: None,
    Circumstance.VALUE_KNOWN: Circumstance.VALUE_UNKNOWN,
    Circumstance.VALUE_UNKNOWN: Circumstance.VALUE_KNOWN,
    Circumstance.BEFORE_NEXT_ROUND: Circumstance.NEXT_ROUND_COMMENCED,
    Circumstance.NEXT_ROUND_COMMENCED: Circumstance.BEFORE_NEXT_ROUND,
}
"""What a table would know and cards alone do not tell, with what it is instead of."""


def _as_told(known: set[Circumstance], saw: tuple[Circumstance, ...]) -> set[Circumstance]:
    """What is so by the cards and by what was told; what the cards tell otherwise is an error."""
    told = {each for each in saw if each in TOLD}
    found = (known - {TOLD[each] for each in told}) | told
    for each in saw:
        if each not in found:
            raise ValueError(f"{each} is not so there; it is {', '.join(sorted(known))}")
    return found


def refused_at_entry(book: Rulebook, trigger: Trigger) -> str:
    """The clause or policy by which something is refused where no row has it settled."""
    rule = REFUSED_BY.get(trigger)
    return book.cite(rule) if rule is not None and not rows_of(book, trigger) else ""


def _table(book: Rulebook, tableau: Tableau, phase: Phase) -> Table:
    drawn = tableau.cards_drawn
    settings = usual_settings(book)
    shoe = ShoeOnTable("preview", settings.decks, is_committed=False, cards_out=drawn)
    current = Round(1, tableau, numbers=tuple(range(1, drawn + 1)))
    return Table(phase, book, settings, shoe=shoe, round=current)


def _report(table: Table, trigger: Trigger, saw: tuple[Circumstance, ...]) -> Report:
    if trigger is Trigger.DRAWN_TOGETHER:
        return Report(trigger, saw, cards=TWO_CARDS)
    # Of cards that somebody left with it only counts whether one of them was unread.
    gone = table.current.numbers if trigger is Trigger.LEFT_WITH_CARDS else ()
    return Report(trigger, saw, numbers=gone)
