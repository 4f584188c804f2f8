"""`punto conformance` lists every clause with its implementation and tests."""

import json
from importlib.resources import files
from typing import Annotated

from cyclopts import Parameter

from punto.certification.conformance import Proofs, conformance_page, conformance_record
from punto.certification.conformance import clause_conformance as report_on
from punto.cli.console import show_record, show_sheet
from punto.cli.options import Json, Language
from punto.games.library import DOCUMENTS
from punto.games.library import document as document_named


def conformance(
    document: Annotated[
        str | None,
        Parameter(
            help="Key or letter of a rule document. Default: all documents.",
            completer=lambda _context: [each.key for each in DOCUMENTS],
        ),
    ] = None,
    /,
    *,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """List every clause of the rule documents with its implementation and tests.

    For example:

      punto conformance
      punto conformance mbs-tiger-no-commission-2022
      punto conformance U --json
    """
    chosen = DOCUMENTS if document is None else (document_named(document),)
    reports = [(each, report_on(each, proofs())) for each in chosen]
    if as_json:
        show_record([row for _, report in reports for row in conformance_record(report)])
    else:
        for each, report in reports:
            show_sheet(conformance_page(each, report), lang)


def proofs() -> Proofs:
    """By clause, the tests that prove it, from the index that `scripts/docs` writes."""
    text = files("punto.certification").joinpath("proofs.json").read_text(encoding="utf-8")
    found: Proofs = json.loads(text)
    return found
