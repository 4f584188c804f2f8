"""List all irregularities under a rule document and the house's rules, and preview rulings."""

from collections.abc import Iterator, Sequence

from punto.core.irregularities import Circumstance, RemedyStep, Trigger
from punto.core.rulebook import Rulebook
from punto.messages.render import render
from punto.pages import phrases
from punto.reports.descriptions.situations import describe_remedy
from punto.reports.formats.sheet import Paragraph, Sheet, SheetColumn, SheetTable
from punto.table.irregularity_rules import ApplicableRow, applicable_row, rows_for_trigger
from punto.table.rule_preview import RulePreview, refusing_clause


def irregularities_sheet(book: Rulebook, language: str = "en") -> Sheet:
    """Everything that can go wrong under a document, and what is then done."""
    heads = (
        phrases.TRIGGER_HEADING,
        phrases.WHEN,
        phrases.WHAT_FOLLOWS,
        phrases.PROPOSED,
        phrases.STANDS_IN,
    )
    document = book.document
    return Sheet(
        f"{document.letter}  {document.casino}: {document.title} ({document.effective})",
        (
            SheetTable(
                columns=tuple(SheetColumn(each.in_(language)) for each in heads),
                rows=tuple(row for trigger in Trigger for row in _rows(book, trigger, language)),
                title=phrases.IRREGULARITIES_TITLE.in_(language),
            ),
            Paragraph((phrases.SILENT_NOTE.in_(language),)),
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
    state: str, trigger: Trigger, found: Sequence[tuple[Rulebook, RulePreview | str]], language: str
) -> Sheet:
    """What documents make of one situation, side by side."""
    heads = (
        phrases.DOCUMENT,
        phrases.ESTABLISHED_HEAD,
        phrases.WHAT_FOLLOWS,
        phrases.PROPOSED,
        phrases.STANDS_IN,
    )
    return Sheet(
        phrases.TRIGGERS[trigger].in_(language),
        (
            Paragraph((phrases.STATE_LINE.in_(language).format(state=state),)),
            SheetTable(
                columns=tuple(SheetColumn(each.in_(language)) for each in heads),
                rows=tuple(_previewed(book, each, language) for book, each in found),
            ),
        ),
    )


def rule_preview_record(
    state: str, trigger: Trigger, found: Sequence[tuple[Rulebook, RulePreview | str]]
) -> list[dict[str, object]]:
    """The preview for a program, one record a document."""
    records: list[dict[str, object]] = []
    for book, each in found:
        record: dict[str, object] = {"game": book.key, "state": state, "trigger": trigger}
        if isinstance(each, str):
            records.append({**record, "cannot": each})
            continue
        record |= {"established": each.is_established}
        if each.row is not None:
            record |= _record(each.row)
        else:
            record |= {"refused_by": each.refused_by, "cannot": _cannot(each, "en")}
        records.append(record)
    return records


def _rows(book: Rulebook, trigger: Trigger, language: str) -> Iterator[tuple[str, ...]]:
    trigger_text = phrases.TRIGGERS[trigger].in_(language)
    if refusal := refusing_clause(book, trigger):
        yield trigger_text, "", phrases.REFUSED_AT_ENTRY.in_(language), "", refusal
        return
    for row in rows_for_trigger(book, trigger) or [applicable_row(book, trigger, ())]:
        when = row.irregularity.when if row.irregularity.trigger is trigger else ()
        yield (
            trigger_text,
            _words(when, language),
            _steps(row.irregularity.steps, language),
            _steps(row.proposes, language),
            row.source,
        )


def _previewed(book: Rulebook, found: RulePreview | str, language: str) -> tuple[str, ...]:
    head = f"{book.document.letter} {book.key}"
    if isinstance(found, str):
        return head, "", found, "", ""
    yes = phrases.YES if found.is_established else phrases.NO
    answer = yes.in_(language)
    if found.cannot:
        return head, answer, _cannot(found, language), "", ""
    if found.row is None:
        return head, answer, phrases.REFUSED_AT_ENTRY.in_(language), "", found.refused_by
    steps = _steps(found.row.irregularity.steps, language)
    return head, answer, steps, _steps(found.row.proposes, language), found.row.source


def _cannot(found: RulePreview, language: str) -> str:
    """Why a report is refused, or empty."""
    return render(found.cannot.message, language) if found.cannot else ""


def _steps(steps: Sequence[RemedyStep], language: str) -> str:
    return "; ".join(render(describe_remedy(each), language) for each in steps)


def _words(when: Sequence[Circumstance], language: str) -> str:
    return phrases.COMMA.in_(language).join(
        phrases.CIRCUMSTANCES[each].in_(language) for each in when
    )


def _record(row: ApplicableRow) -> dict[str, object]:
    return {
        "when": list(row.irregularity.when),
        "steps": [_step(each) for each in row.irregularity.steps],
        "proposed": [_step(each) for each in row.proposes],
        "source": row.source,
        "is_policy": row.source.startswith("POLICY"),
    }


def _step(step: RemedyStep) -> dict[str, str | None]:
    return {"remedy": step.remedy, "detail": step.detail, "position": step.position}
