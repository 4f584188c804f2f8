"""The conformance report: every clause of a document, what became of it, where, and what proves it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import getdoc, getmembers, isclass, isfunction

from punto.core.clauses import Clause, Disposition
from punto.core.rulebook import Document, Rulebook
from punto.core.rules import Rule
from punto.games.clauses import REGISTERS
from punto.library import DOCUMENTS, GAMES

Proofs = Mapping[str, Mapping[str, Sequence[str]]]
"""The tests that prove each clause, by document and clause."""

#: The modules whose docstrings say which rule they carry out.
CARRYING_OUT = ("cards", "drawing", "facts", "shoe", "tableau", "settlement", "decided", "rulebook")


@dataclass(frozen=True, slots=True)
class Conformed:
    """One clause of one document in the report."""

    document: str
    clause: str
    about: str
    disposition: Disposition
    where: tuple[str, ...]
    tests: tuple[str, ...]
    reading: tuple[str, ...]


def conformance(document: Document, proofs: Proofs) -> tuple[Conformed, ...]:
    """The report on one document, clause by clause in its order."""
    tests = proofs.get(document.key, {})
    return tuple(
        Conformed(
            document.key,
            clause.number,
            clause.about,
            clause.disposition,
            tuple(places(document, clause)),
            tuple(tests.get(clause.number, ())),
            clause.readings,
        )
        for clause in REGISTERS[document.key]
    )


def places(document: Document, clause: Clause) -> Iterator[str]:
    """Where a clause is carried out or written down: its own places, then all that cite it."""
    yield from clause.where
    for rule, number in document.rules:
        if number == clause.number:
            yield from carried_out_by().get(rule, ())
    for row in document.irregularities:
        if clause.number in row.clauses:
            yield f"irregularity {row.trigger}"
    for authority in document.authorities:
        if authority.clause == clause.number:
            yield f"authority {authority.act}"
    for method in document.methods:
        if method.clause == clause.number:
            yield f"method {method.method}"
    for book in GAMES:
        if book.document == document:
            yield from _places_in_game(book, clause.number)


def _places_in_game(book: Rulebook, number: str) -> Iterator[str]:
    for wager in book.wagers:
        if number in (wager.clause, *(line.clause for line in wager.lines)):
            yield f"{book.key} {wager.key}"


@cache
def carried_out_by() -> Mapping[Rule, tuple[str, ...]]:
    """The functions and classes whose docstrings say that they carry a rule out."""
    found: dict[Rule, tuple[str, ...]] = {}
    for name in CARRYING_OUT:
        module = import_module(f"punto.core.{name}")
        for place, text in _docstrings(module):
            for words in re.findall(r"^Rule: (.+)$", text, re.MULTILINE):
                for word in words.split(", "):
                    found[Rule[word]] = (*found.get(Rule[word], ()), f"core.{name}.{place}")
    return found


def _docstrings(module: object) -> Iterator[tuple[str, str]]:
    own = module.__name__  # type: ignore[attr-defined]
    for name, thing in getmembers(module, lambda each: isclass(each) or callable(each)):
        if getattr(thing, "__module__", "") == own:
            yield name, getdoc(thing) or ""
            for part, inner in getmembers(thing) if isclass(thing) else ():
                target = inner.fget if isinstance(inner, property) else inner
                if isfunction(target) and target.__module__ == own:
                    yield f"{name}.{part}", getdoc(target) or ""
