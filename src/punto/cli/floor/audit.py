"""`punto audit` recomputes every payment of a journal with separate code."""

import sys
import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto import audit as auditing
from punto.cli.console import show_record, show_text
from punto.cli.files import check_journal
from punto.cli.options import Heads, Json, Language, parse_heads
from punto.messages.message import message
from punto.messages.render import render
from punto.reports.descriptions.findings import describe_audit

FOUND_DIFFERENCES = 1


def audit(
    file: Annotated[Path, Parameter(help="Journal, which Punto only reads.")],
    /,
    *,
    head: Heads = None,
    as_json: Json = False,
    language: Language = "en",
) -> None:
    """Recompute every round, payment, transfer and balance of a journal.

    The auditor shares no code with the table. Each difference is one line with
    its place, the recorded value and the expected one. Exit code: 0 without a
    difference, 1 with differences, 2 if the file cannot be read.

    For example:

      punto audit floor.db
      punto audit floor.db --head table=$HEAD --json
    """
    check_journal(file)
    started = time.perf_counter()
    try:
        report = auditing.audit(file, parse_heads(head or []))
    except auditing.UnreadableFile as error:
        raise ValueError(str(error)) from None
    if as_json:
        show_record(report.record())
    else:
        seconds = time.perf_counter() - started
        rate = round(report.entries / seconds)
        took = message("audit-summary.took", seconds=f"{seconds:.1f}", rate=rate)
        show_text(
            "".join(f"{render(each, language)}\n" for each in (*describe_audit(report), took))
        )
    if not report.is_clean:
        sys.stdout.flush()
        sys.exit(FOUND_DIFFERENCES)
