"""List all irregularities under a rule document and the house's rules, and preview rulings."""

from collections.abc import Iterator, Sequence

from punto.core.irregularities import RemedyStep, Trigger
from punto.core.rulebook import Rulebook
from punto.messages.message import Message, message
from punto.messages.render import render
from punto.reports.descriptions.situations import describe_remedy
from punto.reports.formats.sheet import Paragraph, Sheet, Text, sheet_table, text_columns
from punto.table.irregularity_rules import ApplicableRow, applicable_row, rows_for_trigger
from punto.table.rule_preview import RulePreview, refusing_clause

REMEDY_COLUMNS = (message("column.remedy"), message("column.proposed"), message("column.source"))


def irregularities_sheet(book: Rulebook) -> Sheet:
    """Every irregularity under a document, and its remedy."""
    document = book.document
    return Sheet(
        f"{document.letter}  {document.casino}: {document.title} ({document.effective})",
        (
            sheet_table(
                columns=text_columns(
                    message("column.trigger"), message("column.circumstances"), *REMEDY_COLUMNS
                ),
                rows=tuple(row for trigger in Trigger for row in _rows(book, trigger)),
                title=message("rules-page.irregularities"),
            ),
            Paragraph((message("rules-page.silent"),)),
        ),
    )


def irregularities_record(book: Rulebook) -> list[dict[str, object]]:
    """The chapter for a program, one record a row."""
    return [
        {"document": book.document.key, "trigger": trigger, **_record(row)}
        for trigger in Trigger
        for row in rows_for_trigger(book, trigger) or [applicable_row(book, trigger, ())]
    ]


def rule_preview_sheet(
    state: str, trigger: Trigger, found: Sequence[tuple[Rulebook, RulePreview | str]]
) -> Sheet:
    """The remedies of several documents for one situation, side by side."""
    return Sheet(
        Message(f"trigger.{trigger}"),
        (
            Paragraph((message("rules-page.state", state=state),)),
            sheet_table(
                columns=text_columns(
                    message("column.document"), message("column.established"), *REMEDY_COLUMNS
                ),
                rows=tuple(_previewed(book, preview) for book, preview in found),
            ),
        ),
    )


def rule_preview_record(
    state: str, trigger: Trigger, found: Sequence[tuple[Rulebook, RulePreview | str]]
) -> list[dict[str, object]]:
    """The preview for a program, one record a document."""
    records: list[dict[str, object]] = []
    for book, preview in found:
        record: dict[str, object] = {"game": book.key, "state": state, "trigger": trigger}
        if isinstance(preview, str):
            records.append({**record, "cannot": preview})
            continue
        record |= {"established": preview.is_established}
        if preview.row is not None:
            record |= _record(preview.row)
        else:
            record |= {"refused_by": preview.refused_by, "cannot": _cannot(preview)}
        records.append(record)
    return records


def _rows(book: Rulebook, trigger: Trigger) -> Iterator[tuple[Text, ...]]:
    name = Message(f"trigger.{trigger}")
    if refusal := refusing_clause(book, trigger):
        yield name, "", message("rules-page.refused-at-entry"), "", refusal
        return
    for row in rows_for_trigger(book, trigger) or [applicable_row(book, trigger, ())]:
        when = row.irregularity.when if row.irregularity.trigger is trigger else ()
        circumstances = message("rules-page.circumstances", when=when)
        yield name, circumstances, *_remedies(row)


def _previewed(book: Rulebook, preview: RulePreview | str) -> tuple[Text, ...]:
    head = f"{book.document.letter} {book.key}"
    if isinstance(preview, str):
        return head, "", preview, "", ""
    established = message("rules-page.is-established", established=preview.is_established)
    if preview.cannot:
        return head, established, preview.cannot.message, "", ""
    if preview.row is None:
        refused = message("rules-page.refused-at-entry")
        return head, established, refused, "", preview.refused_by
    return head, established, *_remedies(preview.row)


def _cannot(preview: RulePreview) -> str:
    """The reason why a report is refused, or empty."""
    return render(preview.cannot.message, "en") if preview.cannot else ""


def _remedies(row: ApplicableRow) -> tuple[Text, Text, Text]:
    """The cells of a row under `REMEDY_COLUMNS`."""
    steps, proposed = describe_remedies(row.irregularity.steps), describe_remedies(row.proposes)
    return steps, proposed, row.source


def describe_remedies(steps: Sequence[RemedyStep]) -> Message:
    """The remedies of a row, one after another."""
    return message("rules-page.remedies", steps=tuple(describe_remedy(step) for step in steps))


def _record(row: ApplicableRow) -> dict[str, object]:
    return {
        "when": list(row.irregularity.when),
        "steps": [_step(step) for step in row.irregularity.steps],
        "proposed": [_step(step) for step in row.proposes],
        "source": row.source,
        "is_policy": row.source.startswith("POLICY"),
    }


def _step(step: RemedyStep) -> dict[str, str | None]:
    return {"remedy": step.remedy, "detail": step.detail, "position": step.position}
