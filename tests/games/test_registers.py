"""Every clause of every document is registered, placed, and proved where it is carried out."""

import re

import pytest

from punto.certification.clause_tests import clause_tests
from punto.certification.conformance import carrying_places
from punto.core.clauses import Clause
from punto.core.rulebook import Document
from punto.games.clauses import REGISTERS
from punto.games.library import DOCUMENTS
from punto.games.readings import READINGS
from tests.places import resolves

NUMBERED = {
    "mbs-electronic-2021": 80,
    "mbs-fortune-six-2019": 51,
    "mbs-tiger-no-commission-2022": 121,
    "mbs-electronic-7-up-2023": 51,
    "rws-super-six-plus-2019": 21,
}
BY_WORD = {"rws-super-six-plus-2019": 17}

CLAUSES = [(document, clause) for document in DOCUMENTS for clause in REGISTERS[document.key]]


def is_numbered(clause: Clause) -> bool:
    return re.fullmatch(r"\d+(\.\d+)+", clause.number) is not None


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: each.key)
def test_every_numbered_clause_and_every_word_is_registered_once(document: Document) -> None:
    numbers = [clause.number for clause in REGISTERS[document.key]]
    assert len(numbers) == len(set(numbers))
    numbered = [clause for clause in REGISTERS[document.key] if is_numbered(clause)]
    assert len(numbered) == NUMBERED[document.key]
    assert len(numbers) - len(numbered) == BY_WORD.get(document.key, 0)


def test_there_are_324_numbered_clauses_in_all() -> None:
    registered = [clause for register in REGISTERS.values() for clause in register]
    assert sum(is_numbered(clause) for clause in registered) == 324


def test_every_clause_names_the_modules_that_carry_it_out() -> None:
    nowhere = [
        f"{document.letter} {clause.number}"
        for document, clause in CLAUSES
        if not list(carrying_places(document, clause))
    ]
    wrong = [place for _, clause in CLAUSES for place in clause.where if not resolves(place)]
    assert (nowhere, wrong) == ([], [])


def test_every_clause_has_a_test() -> None:
    untested = [
        f"{document.letter} {clause.number}"
        for document, clause in CLAUSES
        if not clause_tests()[document.key].get(clause.number)
    ]
    assert untested == []


def test_clauses_name_only_readings_that_exist() -> None:
    named = {
        each for register in REGISTERS.values() for clause in register for each in clause.readings
    }
    assert named <= {reading.number for reading in READINGS}


def test_every_marker_names_a_clause_that_exists() -> None:
    for document, clauses in clause_tests().items():
        assert set(clauses) <= {clause.number for clause in REGISTERS[document]}


def test_a_clause_test_is_named_after_its_clause() -> None:
    for clauses in clause_tests().values():
        for tests in clauses.values():
            for test in tests:
                assert re.search(r"::test_\d+_\d|::test_word_", test), test


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: each.key)
def test_every_clause_that_a_rulebook_cites_is_registered(document: Document) -> None:
    registered = {clause.number for clause in REGISTERS[document.key]}
    assert {number for _, number in document.rules} <= registered
    assert {each for row in document.irregularities for each in row.clauses} <= registered
    assert {authority.clause for authority in document.authorities} <= registered
    assert {method.clause for method in document.methods} <= registered
