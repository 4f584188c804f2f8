"""Test the list of irregularities and the previews of several documents."""

import pytest

from punto.core import notation
from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import Rulebook
from punto.games.library import GAMES, game
from punto.reports.games.irregularities import (
    irregularities_record,
    irregularities_sheet,
    rule_preview_record,
    rule_preview_sheet,
)
from punto.table.rule_preview import RulePreview, preview_rule
from punto.table.state import Phase
from tests.texts import rows_of


def rows(book: Rulebook, language: str = "en") -> tuple[tuple[str, ...], ...]:
    return rows_of(irregularities_sheet(book).parts[0], language)


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_the_chapter_lists_every_trigger_with_its_source(book: Rulebook) -> None:
    found = rows(book)
    assert len({row[0] for row in found}) == len(Trigger)
    for *_, source in found:
        assert source.startswith((f"{book.document.letter} ", "POLICY"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_row_says_what_follows(language: str) -> None:
    assert all(row[2] for row in rows(game("tiger-no-commission-live"), language))


def test_a_record_distinguishes_policy_and_clause() -> None:
    records = irregularities_record(game("fortune-six-live"))
    unshuffled = [each for each in records if each["trigger"] is Trigger.UNSHUFFLED]
    assert [each["is_policy"] for each in unshuffled] == [True, True]
    foreign = [each for each in records if each["trigger"] is Trigger.FOREIGN_CARD]
    assert [each["source"] for each in foreign] == ["F 5.1, 5.1.1, 5.1.2", "POLICY P13"]


def found(trigger: Trigger, *saw: Circumstance) -> list[tuple[Rulebook, RulePreview | str]]:
    listed: list[tuple[Rulebook, RulePreview | str]] = []
    for key in ("tiger", "tiger-no-commission-live"):
        book = game(key)
        tableau = notation.parse_round("9s 4d / Kc", book.order)
        listed.append((book, preview_rule(book, tableau, Phase.DEALING, trigger, saw)))
    return [*listed, (game("seven-up"), "these cards are no round of it")]


def cells(trigger: Trigger, *saw: Circumstance) -> tuple[tuple[str, ...], ...]:
    return rows_of(rule_preview_sheet("9s 4d / Kc", trigger, found(trigger, *saw)).parts[1])


def test_a_preview_compares_the_documents_side_by_side() -> None:
    power = Circumstance.POWER_FAILURE
    electronic, live, seven_up = cells(Trigger.INTERRUPTED, power)
    assert electronic[1:3] == ("no", "void, all stakes back")
    assert live[2:] == (
        "patrons may withdraw (all wagers or none); play on",
        "",
        "T 5.17, 5.17.1",
    )
    assert seven_up[2] == "these cards are no round of it"


def test_a_refusal_and_an_impossible_case_are_distinguished() -> None:
    assert cells(Trigger.LATE_WAGER)[0][2:] == (
        "refused at entry; the round is not affected",
        "",
        "E 5.5",
    )
    assert cells(Trigger.DEVICE_RESET)[0][3] == "put the cards in order"
    book = game("tiger")
    idle = preview_rule(
        book, notation.parse_round("/", book.order), Phase.IDLE, Trigger.WRONG_ORDER
    )
    sheet = rule_preview_sheet("idle", Trigger.WRONG_ORDER, [(book, idle)])
    assert rows_of(sheet.parts[1])[0][2] == "No round is running."


def test_a_record_of_each_kind() -> None:
    records = rule_preview_record("x", Trigger.LATE_WAGER, found(Trigger.LATE_WAGER))
    assert records[0]["refused_by"] == "E 5.5"
    assert records[1]["source"] == "T 5.4"
    assert records[2]["cannot"] == "these cards are no round of it"
