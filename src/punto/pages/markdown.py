"""Sheets as Markdown, for the documentation."""

from punto.pages.sheet import Paragraph, Sheet, Table
from punto.pages.sheet import Part as SheetPart


def markdown(sheet: Sheet) -> str:
    """A sheet as a Markdown page."""
    return "\n\n".join([f"# {sheet.title}", *(_markdown_part(part) for part in sheet.parts)]) + "\n"


def _markdown_part(part: SheetPart) -> str:
    head = f"## {part.title}\n\n" if part.title else ""
    if isinstance(part, Paragraph):
        return head + "\n".join(f"- {line.strip()}" for line in part.lines)
    return head + _markdown_table(part)


def _markdown_table(table: Table) -> str:
    marks = ["---:" if column.is_figure else "---" for column in table.columns]
    rows = [[column.title for column in table.columns], marks, *table.rows]
    return "\n".join(f"| {' | '.join(_markdown_cell(cell) for cell in row)} |" for row in rows)


def _markdown_cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("\n", "<br>")
