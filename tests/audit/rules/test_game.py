"""Parse custom rulebooks, which are none of the ten games, from their canonical text."""

import json

import pytest

from punto.audit.rules.deal import outcome_of
from punto.audit.rules.game import Game
from punto.audit.rules.rulebook_text import NotARulebook
from punto.core.conditions import All, Either, Is, Not
from punto.core.endings import paytable
from punto.core.facts import Fact, Winner
from punto.core.rulebook import PUSH, PayLine, Rulebook, WagerRule, to
from punto.core.tableau import SEVEN_UP
from punto.games.library import GAMES, game
from punto.messages.render import render
from tests.audit.rules.test_paytables import outcome_in

SIX = All(Is(Fact.WINNER, Winner.BANKER), Is(Fact.BANKER_TOTAL, 6))
LUCKY = Rulebook(
    key="lucky",
    name="Lucky Baccarat",
    order=SEVEN_UP,
    wagers=(
        WagerRule(
            "banker",
            "Banker",
            (
                PayLine("", Is(Fact.WINNER, Winner.BANKER), to("0.95", 1)),
                PayLine("", Is(Fact.WINNER, Winner.NEITHER), PUSH),
            ),
        ),
        WagerRule(
            "lucky_six",
            "Lucky Six",
            (
                PayLine("", All(SIX, Is(Fact.BANKER_CARDS, 2)), to(12, 1)),
                PayLine("", All(SIX, Not(Is(Fact.BANKER_CARDS, 2))), to(7, 4)),
            ),
        ),
        WagerRule(
            "odd",
            "Odd things",
            (
                PayLine(
                    "",
                    Either(
                        Is(Fact.MARGIN, 1, 3, 5),
                        Is(Fact.PLAYER_NATURAL, 1),
                        Is(Fact.BANKER_NATURAL, 1),
                        Is(Fact.SEVENS, 3),
                        All(Is(Fact.PLAYER_PAIR, 1), Is(Fact.BANKER_PAIR, 1)),
                        Is(Fact.SAME_PAIR, 1),
                        Is(Fact.PLAYER_CARDS, 3),
                        Is(Fact.PLAYER_TOTAL, 0),
                    ),
                    to(1, 1),
                ),
            ),
        ),
    ),
)


@pytest.mark.parametrize("book", [LUCKY, *GAMES], ids=lambda book: book.key)
def test_the_text_of_a_rulebook_describes_the_same_game(book: Rulebook) -> None:
    found = Game(json.dumps({**json.loads(book.text), "key": "mine"}))
    assert not found.is_known
    for ending, lines in paytable(book).items():
        held = found.held(outcome_in(ending))
        for key, line in lines.items():
            number = 0 if line is None else book.wager(key).lines.index(line) + 1
            assert held[key][0] == number, (ending, key)
            assert held[key][1:] == ((line.pays.win, line.pays.per) if line else (0, 1))
    assert found.unit_cents == book.unit_cents
    assert found.is_live is (book.document.placement.value == "table")
    assert len(found.deal.first) == len(book.order.initial)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('"is": "Is"', '"is": "Was"', "Was"),
        ('"fact": "WINNER"', '"fact": "WEATHER"', "there is no fact WEATHER"),
        ('"per": 1', '"per": 0', "a pay line pays on a stake of 0"),
        (
            '"BANKER",\n   "PLAYER"',
            '"BANKER",\n   "BANKER"',
            "the initial deal does not give each hand two",
        ),
        ('"permanent": null', '"permanent": "JOKER"', "there is no rank JOKER"),
        ('"wagers"', '"wages"', "wagers"),
        ("{", "", "Expected `object`"),
    ],
)
def test_a_text_that_is_not_a_rulebook_is_refused(before: str, after: str, words: str) -> None:
    text = game("tiger").text
    assert before in text
    with pytest.raises(NotARulebook, match=words):
        Game(text.replace(before, after))


def test_deeply_nested_text_is_refused() -> None:
    nested = '{"is": "Not", "part": ' * 100_000
    with pytest.raises(NotARulebook):
        Game(game("tiger").text.replace('"when": {', '"when": ' + nested + "{", 1))


def test_a_text_with_two_matching_lines_is_disputed() -> None:
    text = LUCKY.text.replace('"NEITHER"', '"BANKER"').replace(
        '"values": [\n       0\n', '"values": [\n       2\n'
    )
    found = Game(text)
    found.held(outcome_of([7, 8], [13, 6]))
    (dispute,) = found.disputes
    assert render(dispute, "en") == (
        "Banker holds 2 lines at once in 5 on 2 cards to 6 on 2 with 0 pairs and 1 seven; "
        "expected one line of lucky"
    )
