"""Preview how the rules decide a situation before it happens."""

from collections.abc import Iterable

import msgspec

from punto.core.irregularities import Circumstance, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.rulebook import Rulebook
from punto.core.rules import Rule
from punto.core.standings import is_conclusive
from punto.core.tableau import Tableau
from punto.table.commands import ReportIrregularity
from punto.table.decide.irregularities.reports import (
    ANOTHER_WAY,
    refuse_report,
    report_circumstances,
)
from punto.table.irregularity_rules import ApplicableRow, applicable_row, rows_for_trigger
from punto.table.refusals import Refusal
from punto.table.settings import default_settings
from punto.table.state import Phase, Round, ShoeOnTable, Table

REFUSED_BY = {
    Trigger.LATE_WAGER: Rule.NO_LATE_WAGER,
    Trigger.LATE_WITHDRAWAL: Rule.NO_LATE_WITHDRAWAL,
    Trigger.UNDER_MINIMUM: Rule.LIMITS,
    Trigger.OVER_MAXIMUM: Rule.LIMITS,
    Trigger.TOO_MANY_WAGERS: Rule.WAGERS_PER_AREA,
}
"""The rules that refuse a trigger at entry if no row settles it; the round continues."""

TWO_CARDS = ("As", "2s")
"""Two cards that stand for any cards drawn together."""


class RulePreview(msgspec.Struct, frozen=True):
    """The answer to a trigger in a round: a row, a refusal at entry, or a refusal to report it."""

    is_established: bool
    row: ApplicableRow | None = None
    refused_by: str = ""
    """The clause or policy that refuses it at entry."""

    cannot: Refusal | None = None
    """The refusal of a report of it now."""


def preview_rule(
    book: Rulebook,
    tableau: Tableau,
    phase: Phase,
    trigger: Trigger,
    saw: Iterable[Circumstance] = (),
) -> RulePreview:
    """Find the row for a trigger, after these cards and with these circumstances."""
    reported = tuple(saw)
    table = _table(book, tableau, phase)
    decided = is_conclusive(book, tableau, table.settings_in_force.offered_wagers)
    if trigger in ANOTHER_WAY:
        if refusal := refusing_clause(book, trigger):
            return RulePreview(decided, refused_by=refusal)
        known = Circumstance.ESTABLISHED if decided else Circumstance.NOT_ESTABLISHED
        return RulePreview(decided, applicable_row(book, trigger, {*reported, known}))
    report = minimal_report(table, trigger, reported)
    if no := refuse_report(table, report):
        return RulePreview(decided, cannot=no.at(book))
    circumstances = _with_reported(set(report_circumstances(table, report)), reported)
    return RulePreview(decided, applicable_row(book, trigger, circumstances))


REPORTABLE: dict[Circumstance, Circumstance | None] = {
    Circumstance.METHOD_C: None,
    Circumstance.FIRST_CARD_IN_HLGA: None,
    Circumstance.VALUE_KNOWN: Circumstance.VALUE_UNKNOWN,
    Circumstance.VALUE_UNKNOWN: Circumstance.VALUE_KNOWN,
    Circumstance.BEFORE_NEXT_ROUND: Circumstance.NEXT_ROUND_COMMENCED,
    Circumstance.NEXT_ROUND_COMMENCED: Circumstance.BEFORE_NEXT_ROUND,
}
"""Circumstances that a table knows but cards alone do not show, each with its opposite."""


def _with_reported(known: set[Circumstance], saw: tuple[Circumstance, ...]) -> set[Circumstance]:
    """Combine the circumstances of the cards with the reported ones; raise if they contradict."""
    reported = {each for each in saw if each in REPORTABLE}
    found = (known - {REPORTABLE[each] for each in reported}) | reported
    for each in saw:
        if each not in found:
            raise ValueError(
                f"{each} contradicts the cards; expected one of {', '.join(sorted(known))}"
            )
    return found


def refusing_clause(book: Rulebook, trigger: Trigger) -> str:
    """The clause or policy that refuses a trigger if no row settles it."""
    rule = REFUSED_BY.get(trigger)
    return book.cite(rule) if rule is not None and not rows_for_trigger(book, trigger) else ""


def _table(book: Rulebook, tableau: Tableau, phase: Phase) -> Table:
    drawn = tableau.cards_drawn
    settings = default_settings(book)
    shoe = ShoeOnTable("preview", settings.decks, is_committed=False, cards_out=drawn)
    current = Round(1, tableau, numbers=tuple(range(1, drawn + 1)))
    return Table(phase, book, settings, shoe=shoe, round=current)


def minimal_report(
    table: Table, trigger: Trigger, saw: tuple[Circumstance, ...] = ()
) -> ReportIrregularity:
    """The shortest report of a trigger that a table with a round can answer."""
    if trigger is Trigger.DRAWN_TOGETHER:
        return ReportIrregularity(trigger, saw, cards=TWO_CARDS)
    if trigger is Trigger.LEFT_WITH_CARDS:
        # A card that a patron took away matters only if the device did not read it.
        unread = tuple(number for number, text in table.numbered_cards if text == FACE_DOWN)
        return ReportIrregularity(trigger, saw, numbers=unread or table.current.numbers[:1])
    return ReportIrregularity(trigger, saw)
