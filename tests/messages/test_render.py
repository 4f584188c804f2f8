"""Messages rendered in both languages."""

from typing import Any

import pytest

from punto.messages.catalogue import CURRENCY, Catalogue, catalogue, compile_text
from punto.messages.message import Message, message
from punto.messages.render import plural, render, render_with


def text(pattern: str, language: str = "en", currency: str = CURRENCY, **values: Any) -> str:
    """A pattern with its values, rendered by the grammar and names of a language."""
    base = catalogue(language, currency)
    patterns = {**base.patterns, "sample": compile_text(pattern)}
    return render_with(Message("sample", values), Catalogue(language, base.grammar, patterns))


@pytest.mark.parametrize(
    ("pattern", "value", "expected"),
    [
        ("{x}", "Table 8", "Table 8"),
        ("{x:name}", {"en": "Lucky Nine", "zh": "幸运九"}, "Lucky Nine"),
        ("{x:name}", {"en": "Lucky Nine"}, "Lucky Nine"),
        ("{x:money}", 197_500, "$1,975.00"),
        ("{x:money}", -5, "\u2212$0.05"),
        ("{x:short-money}", 500_000, "$5,000"),
        ("{x:short-money}", 505, "$5.05"),
        ("{x:signed-money}", 7_500, "+$75.00"),
        ("{x:signed-money}", -7_500, "\u2212$75.00"),
        ("{x:signed-money}", 0, "$0.00"),
        ("{x:number}", 1_234, "1,234"),
        ("{x:card}", "Ts", "10♠"),
        ("{x:card}", "7h", "7♥"),
        ("{x:pays}", "11:1", "11 to 1"),
        ("{x:percent}", "-1.06", "\u22121.06%"),
        ("{x:clause}", "T 5.8.2", "T 5.8.2"),
        ("{x:clause}", "POLICY", "house policy"),
        ("{x:moment}", "2026-11-18T13:05:09+08:00", "18 Nov 2026, 13:05"),
        ("{x:date}", "2026-01-02", "2 Jan 2026"),
        ("{x:time}", "2026-11-18T13:05:09.123+08:00", "13:05:09"),
        ("{x:hand}", "banker", "Banker"),
        ("{x:wager}", "tiger_tie", "Tiger Tie"),
        ("{x:wager}", {"en": "Lucky Nine"}, "Lucky Nine"),
        ("{x:wager}", "lucky_nine", "lucky_nine"),
        ("{x:trigger}", "no-such-trigger", "no-such-trigger"),
        ("{x|one:# seat|other:# seats}", 1, "1 seat"),
        ("{x|one:# seat|other:# seats}", 1_200, "1,200 seats"),
        ("{x|0:no seat|one:# seat|other:# seats}", 0, "no seat"),
        ("{x|yes:on|no:off}", False, "off"),
        ("{x|player:P|banker:B}", "banker", "B"),
        ("{x|player:P|other:?}", "banker", "?"),
        ("{x:number*or}", (6, 7), "6 or 7"),
        ("{x:wager*and}", ("player", "tie", "banker"), "Player, Tie and Banker"),
        ("{x:wager*}", (), ""),
        ("{x:name*semicolon}", ("a", "b"), "a; b"),
        ("{x:message?}", None, ""),
        ("{x:message?}", Message("hand.player"), "Player"),
    ],
)
def test_a_value_is_written_by_its_kind(pattern: str, value: Any, expected: str) -> None:
    assert text(pattern, x=value) == expected


@pytest.mark.parametrize(
    ("pattern", "value", "expected"),
    [
        ("{x:name}", {"en": "Lucky Nine", "zh": "幸运九"}, "幸运九"),
        ("{x:moment}", "2026-11-18T13:05:09+08:00", "2026 年 11 月 18 日 13:05"),
        ("{x|other:# 个座位}", 1, "1 个座位"),
        ("{x:wager*and}", ("player", "tie", "banker"), "闲、和和庄"),
        ("{x:pays}", "11:1", "11 比 1"),
        ("{x:clause}", "POLICY", "赌场政策"),
    ],
)
def test_chinese_has_its_own_grammar(pattern: str, value: Any, expected: str) -> None:
    assert text(pattern, "zh", x=value) == expected


def test_a_floor_names_its_currency() -> None:
    assert text("{x:money}", currency="S$", x=5) == "S$0.05"


def test_a_value_that_looks_like_a_placeholder_stays_as_it_is() -> None:
    assert text("{x} {y}", x="{y}", y="$&#") == "{y} $&#"


def test_messages_nest() -> None:
    inner = message("hand.player")
    assert text("[{parts:message*dot}]", parts=(inner, inner)) == "[Player · Player]"


@pytest.mark.parametrize(
    ("pattern", "value"),
    [("{x:money}", "5.00"), ("{x:number}", None), ("{x:message}", "hand.player")],
)
def test_a_wrong_value_fails(pattern: str, value: Any) -> None:
    with pytest.raises(AssertionError):
        text(pattern, x=value)


def test_a_missing_value_fails() -> None:
    with pytest.raises(AssertionError, match="sample needs the value x"):
        text("{x}")


def test_an_unknown_key_fails() -> None:
    with pytest.raises(AssertionError, match=r"en has no text for no\.such-key"):
        render(Message("no.such-key"), "en")


def test_chinese_has_one_plural_form() -> None:
    assert {plural(count, catalogue("zh")) for count in range(1001)} == {"other"}


def test_equal_messages_have_the_same_hash() -> None:
    assert hash(message("hand.player")) == hash(message("hand.player"))
    assert message("hand.player") == message("hand.player")
