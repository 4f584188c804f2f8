"""The names of games and wagers, also those of a custom rulebook."""

import re

from punto.core.conditions import Is
from punto.core.facts import Fact, Winner
from punto.core.rulebook import PayLine, Rulebook, WagerRule, to
from punto.games.library import GAMES
from punto.messages.message import Message
from punto.messages.render import render
from punto.reports.descriptions.names import (
    game_message,
    game_name,
    short_game_message,
    wager_message,
    wager_name,
)

LINE = PayLine("", Is(Fact.WINNER, Winner.PLAYER), to(1, 1))
OWN = Rulebook(
    key="tiger",
    name="Lucky Tiger",
    names=(("zh", "幸运老虎"),),
    wagers=(
        WagerRule("player", "Player", (LINE,)),
        WagerRule("tiger", "Gold Tiger", (LINE,), names=(("zh", "金老虎"),)),
        WagerRule("lucky", "Lucky", (LINE,)),
    ),
)


def test_the_catalogues_name_every_game_and_wager_as_its_rulebook_does() -> None:
    for book in GAMES:
        assert game_message(book) == Message(f"game.{book.key}")
        assert render(game_message(book), "en") == book.name
        assert re.search(r"[\u4e00-\u9fff]", render(game_message(book), "zh"))
        assert render(short_game_message(book), "en")
        for wager in book.wagers:
            assert wager_message(wager) == Message(f"wager.{wager.key}")
            assert render(wager_message(wager), "en") == wager.name
            assert re.search(r"[\u4e00-\u9fff]", render(wager_message(wager), "zh"))


def test_a_custom_wager_travels_with_its_own_names() -> None:
    """A catalogue names a wager `tiger` already, but not this one."""
    assert wager_name("tiger", OWN) == {"en": "Gold Tiger", "zh": "金老虎"}
    gold = wager_message(OWN.wager("tiger"))
    assert (render(gold, "en"), render(gold, "zh")) == ("Gold Tiger", "金老虎")


def test_a_custom_wager_may_have_the_name_of_a_printed_one() -> None:
    assert wager_name("player", OWN) == "player"
    assert render(wager_message(OWN.wager("player")), "zh") == "闲"


def test_a_name_without_a_translation_appears_in_english() -> None:
    assert render(wager_message(OWN.wager("lucky")), "zh") == "Lucky"


def test_a_game_is_named_in_every_language() -> None:
    assert game_name(OWN) == {"en": "Lucky Tiger", "zh": "幸运老虎"}
    assert game_name(GAMES[4]) == {"en": "Tiger Baccarat", "zh": "老虎百家乐"}


def test_a_wager_without_its_rulebook_is_named_by_its_key() -> None:
    assert wager_name("tiger") == "tiger"
    assert wager_name("lucky") == {"en": "lucky"}
