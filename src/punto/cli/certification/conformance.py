"""`punto conformance`: every clause, and what became of it."""

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
            help="A document's key or letter; all five unless told.",
            completer=lambda _context: [each.key for each in DOCUMENTS],
        ),
    ] = None,
    /,
    *,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Every clause of the rule documents: what became of it, where, and which tests prove it.

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
    """The tests that prove each clause, as the project's own tests have listed them."""
    text = files("punto.certification").joinpath("proofs.json").read_text(encoding="utf-8")
    found: Proofs = json.loads(text)
    return found
