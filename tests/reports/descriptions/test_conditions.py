"""The sentence of every pay line, made from its condition."""

import pytest

from punto.core.conditions import All, Condition, Either, Is, Not
from punto.core.facts import Fact, Winner
from punto.core.rulebook import Rulebook
from punto.games.library import GAMES
from punto.messages.message import Message
from punto.messages.render import render
from punto.reports.descriptions.conditions import condition_message, distinction
from punto.reports.descriptions.names import pay_line_message

LINES = [(book, wager, line) for book in GAMES for wager in book.wagers for line in wager.lines]


def line_of(book: Rulebook, wager: str, number: int) -> Condition:
    return book.wager(wager).lines[number].when


def test_no_printed_pay_line_needs_the_general_sentence() -> None:
    assert len(LINES) == 141
    keys = {condition_message(line.when).key for _, _, line in LINES}
    assert "condition.sentence" not in keys


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_lines_of_a_wager_have_different_sentences(language: str) -> None:
    for book in GAMES:
        for wager in book.wagers:
            texts = [render(condition_message(line.when), language) for line in wager.lines]
            assert len(set(texts)) == len(texts), (book.key, wager.key, texts)


@pytest.mark.parametrize(
    ("condition", "english", "chinese"),
    [
        (
            All(Is(Fact.WINNER, Winner.BANKER), Is(Fact.BANKER_TOTAL, 6), Is(Fact.BANKER_CARDS, 2)),
            "Banker wins with 6 on two cards.",
            "庄两张牌以 6 点赢。",
        ),
        (
            All(Is(Fact.WINNER, Winner.PLAYER), Not(Is(Fact.PLAYER_TOTAL, 7))),
            "Player wins with any total but 7.",
            "闲以 7 点以外的点数赢。",
        ),
        (
            All(
                Is(Fact.WINNER, Winner.PLAYER),
                Not(Is(Fact.PLAYER_NATURAL, 1)),
                Is(Fact.MARGIN, 4),
            ),
            "Player wins by 4 points without a natural.",
            "闲非例牌赢 4 点。",
        ),
        (
            All(Is(Fact.WINNER, Winner.NEITHER), Is(Fact.PLAYER_TOTAL, 6)),
            "The hands tie with 6.",
            "以 6 点和局。",
        ),
        (
            Is(Fact.PLAYER_PAIR, 1),
            "The first two cards of Player are a pair.",
            "闲的首两张牌成对。",
        ),
        (Is(Fact.SEVENS, 2), "The round shows 2 sevens.", "该局出现 2 张 7。"),
        (
            Either(
                All(Is(Fact.WINNER, Winner.PLAYER, Winner.NEITHER), Is(Fact.BANKER_CARDS, 3)),
                Not(Is(Fact.SAME_PAIR, 1)),
            ),
            (
                "The line wins if (Player wins or the hands tie and Banker has 3 cards or not "
                "(both hands have pairs of the same rank))."
            ),
            "在以下情况赢：（闲赢或和局和庄有 3 张牌或并非（双方成对且牌面相同））。",
        ),
    ],
)
def test_a_condition_has_a_sentence(condition: Condition, english: str, chinese: str) -> None:
    said = condition_message(condition)
    assert [render(said, "en"), render(said, "zh")] == [english, chinese]


@pytest.mark.parametrize("fact", Fact)
def test_a_condition_of_any_fact_has_a_sentence(fact: Fact) -> None:
    for condition in (Is(fact, 0), Is(fact, 1), Not(Is(fact, 1)), All(Is(fact, 1), Is(fact, 1))):
        for language in ("en", "zh"):
            assert render(condition_message(condition), language)


def test_a_win_with_facts_of_the_other_hand_needs_the_general_sentence() -> None:
    condition = All(Is(Fact.WINNER, Winner.BANKER), Is(Fact.PLAYER_TOTAL, 6))
    assert render(condition_message(condition), "en") == (
        "The line wins if Banker wins and Player has 6."
    )


def test_a_distinction_is_the_total_and_the_cards() -> None:
    tiger = next(book for book in GAMES if book.key == "tiger")
    found = [distinction(line.when) for line in tiger.wager("tiger").lines]
    assert [render(each, "en") for each in found if isinstance(each, Message)] == [
        "6 on two cards",
        "6 on three cards",
    ]
    assert distinction(Is(Fact.SEVENS, 2)) is None
    assert distinction(Either(Is(Fact.SEVENS, 2))) is None


@pytest.mark.parametrize(
    ("game", "wager", "english", "chinese"),
    [
        ("tiger", "player", ["Player"], ["闲"]),
        (
            "tiger",
            "tiger_pair",
            ["Tiger Pair: one pair", "Tiger Pair: two pairs", "Tiger Pair: two equal pairs"],
            ["老虎对子：一对", "老虎对子：两对", "老虎对子：两对同点"],
        ),
        (
            "super-six",
            "banker",
            ["Banker: total of 6", "Banker: any other total"],
            ["庄：6 点", "庄：其他点数"],
        ),
    ],
)
def test_a_pay_line_is_named_by_its_wager_and_condition(
    game: str, wager: str, english: list[str], chinese: list[str]
) -> None:
    rule = next(book for book in GAMES if book.key == game).wager(wager)
    names = [pay_line_message(rule, line) for line in rule.lines if not line.pays.is_push]
    assert [render(each, "en") for each in names] == english
    assert [render(each, "zh") for each in names] == chinese


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_paying_lines_of_a_game_have_different_names(language: str) -> None:
    for book in GAMES:
        names = [
            render(pay_line_message(wager, line), language)
            for wager in book.wagers
            for line in wager.lines
            if not line.pays.is_push
        ]
        assert len(set(names)) == len(names), (book.key, names)
