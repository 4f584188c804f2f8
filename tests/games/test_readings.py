"""The readings are complete, in order, and name clauses that exist."""

import pytest

from punto.core.clauses import Reading
from punto.games.clauses import REGISTERS
from punto.games.library import DOCUMENTS
from punto.games.readings import READINGS

REGISTERED = {
    document.letter: {clause.number for clause in REGISTERS[document.key]} for document in DOCUMENTS
}

BY_NUMBER = {reading.number: reading for reading in READINGS}


def named(number: str) -> dict[str, tuple[str, ...]]:
    return dict(BY_NUMBER[number].clauses)


def test_the_readings_are_36_and_in_order() -> None:
    assert [reading.number for reading in READINGS] == [f"R{place}" for place in range(1, 37)]


def test_six_readings_are_the_houses_own() -> None:
    own = [reading.number for reading in READINGS if reading.is_policy]
    assert own == ["R12", "R14", "R15", "R16", "R26", "R33"]


@pytest.mark.parametrize("reading", READINGS, ids=lambda each: each.number)
def test_a_reading_names_each_document_once_in_the_order_of_the_library(reading: Reading) -> None:
    letters = [letter for letter, _ in reading.clauses]
    assert letters
    assert letters == [each.letter for each in DOCUMENTS if each.letter in letters]


@pytest.mark.parametrize("reading", READINGS, ids=lambda each: each.number)
def test_a_reading_names_only_clauses_that_exist(reading: Reading) -> None:
    for letter, clauses in reading.clauses:
        assert len(set(clauses)) == len(clauses)
        assert set(clauses) <= REGISTERED[letter]


@pytest.mark.parametrize("reading", READINGS, ids=lambda each: each.number)
def test_a_reading_says_trouble_and_answer_in_sentences(reading: Reading) -> None:
    assert reading.trouble.endswith((".", "?"))
    assert reading.reading.endswith(".")
    # A patron is a person, Player a hand.
    assert "player" not in f"{reading.trouble} {reading.reading}"


def test_a_reading_without_a_document_applies_to_all_five() -> None:
    for number in ("R9", "R10"):
        assert named(number) == dict.fromkeys("EFTUR", ())


def test_a_pair_is_read_wherever_point_value_defines_it() -> None:
    assert named("R1") == {"E": ("1.1.11", "1.1.19"), "T": ("1.1.13",)}


def test_an_established_outcome_is_read_alike_in_three_documents() -> None:
    assert named("R11") == {
        "E": ("5.9", "5.10.1"),
        "T": ("5.17",),
        "U": ("5.9", "5.10.1"),
    }


def test_silent_documents_take_the_general_provisions_from_the_house() -> None:
    assert named("R14") == {"F": (), "R": ()}


def test_a_clause_that_cites_a_reading_stands_in_a_document_that_it_concerns() -> None:
    for document in DOCUMENTS:
        for clause in REGISTERS[document.key]:
            for number in clause.readings:
                assert document.letter in named(number), f"{document.letter} {clause.number}"


@pytest.mark.parametrize("reading", READINGS, ids=lambda each: each.number)
def test_a_clause_that_a_reading_names_cites_it_in_turn(reading: Reading) -> None:
    for document in DOCUMENTS:
        cited = {clause.number: clause.readings for clause in REGISTERS[document.key]}
        for number in dict(reading.clauses).get(document.letter, ()):
            assert reading.number in cited[number], f"{document.letter} {number}"
