from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from punto.core.conditions import Is
from punto.core.facts import Fact, Winner
from punto.core.rulebook import (
    CUSTOM_DOCUMENT,
    OWN_CLAUSE,
    PUSH,
    Decks,
    LayoutCell,
    PayLine,
    Pays,
    Rulebook,
    WagerRule,
    to,
)
from punto.core.rules import Rule
from punto.games.mbs_electronic_2021 import SUPER_SIX, TIGER
from punto.games.mbs_fortune_six_2019 import FORTUNE_SIX_LIVE

PLAYER_WINS = Is(Fact.WINNER, Winner.PLAYER)
LINE = PayLine(OWN_CLAUSE, PLAYER_WINS, to(1, 1))
WAGER = WagerRule("player", "Player", (LINE,))


def book(**changes: object) -> Rulebook:
    """Return a small rulebook with some fields changed."""
    fields: dict[str, object] = {"key": "mine", "name": "Mine", "wagers": (WAGER,)}
    return Rulebook(**(fields | changes))  # type: ignore[arg-type]


def other(record: Any, **changes: object) -> Any:
    """Return a record with fields changed, which may have wrong types."""
    return replace(record, **changes)


@pytest.mark.parametrize(
    ("pays", "printed", "ratio"),
    [
        (to(1, 1), "1 to 1", Fraction(1)),
        (to(1, 2), "1 to 2", Fraction(1, 2)),
        (to("0.95", 1), "0.95 to 1", Fraction(19, 20)),
        (to(9, 5), "9 to 5", Fraction(9, 5)),
        (to(700, 1), "700 to 1", Fraction(700)),
        (PUSH, "Push", Fraction(0)),
    ],
)
def test_odds_are_exact_and_keep_their_printed_form(
    pays: Pays, printed: str, ratio: Fraction
) -> None:
    assert (pays.printed, pays.ratio) == (printed, ratio)


@pytest.mark.parametrize(
    ("win", "per"), [("x", 1), (-1, 1), (1, 0), ("1e3", 1), ("1/2", 1), (1, -2)]
)
def test_invalid_odds_are_refused(win: int | str, per: int) -> None:
    with pytest.raises(ValueError, match="expected odds as in 11 to 1"):
        to(win, per)


def test_negative_pays_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 0 or more to 1 or more"):
        Pays("odd", -1, 1)


def test_only_a_push_neither_wins_nor_loses() -> None:
    # Every rulebook digest contains these numbers: 0 to 1, in lowest terms like all other odds.
    assert (PUSH.win, PUSH.per) == (0, 1)
    assert PUSH.is_push
    assert not to(1, 2).is_push


def test_the_exact_unit_is_the_smallest_that_every_line_pays_in_whole_cents() -> None:
    assert (SUPER_SIX.unit_cents, TIGER.unit_cents) == (2, 20)


def test_a_key_identifies_a_wager() -> None:
    assert TIGER.wager("tiger").name == "Tiger"
    with pytest.raises(ValueError, match="super-six has no wager 'tiger'; its wagers are player, "):
        SUPER_SIX.wager("tiger")


def test_a_line_without_a_clause_gets_the_clause_of_the_game() -> None:
    assert SUPER_SIX.wager("tie").lines[0].clause == "4.1"
    assert TIGER.wager("tie").lines[0].clause == "4.7"
    assert TIGER.wager("tiger").lines[0].clause == "4.10"


def test_a_rule_is_cited_in_the_documents_own_clause() -> None:
    assert TIGER.cite(Rule.NATURAL) == "E 3.8"
    assert FORTUNE_SIX_LIVE.cite(Rule.NATURAL) == "F 3.9.1"


def test_a_rule_that_the_document_omits_is_cited_as_policy() -> None:
    assert FORTUNE_SIX_LIVE.cite(Rule.CUTTING_CARD) == "POLICY"


def test_decks_are_a_range() -> None:
    assert 4 in Decks(4, 8)
    assert 9 not in Decks(4, 8)
    assert str(Decks(4, 8)) == "4 to 8"


def test_a_custom_rulebook_needs_no_document() -> None:
    assert book().document is CUSTOM_DOCUMENT
    assert book().cite_clause(book().wagers[0].lines[0].clause) == ""


def test_equal_rulebooks_have_equal_hashes() -> None:
    assert hash(book()) == hash(book())
    assert book() == book()
    assert book() != book(name="Other")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"key": 7}, "rulebook.key is 7; expected str"),
        ({"name": 7}, "rulebook.name is 7; expected str"),
        ({"names": (("zh",),)}, r"rulebook.names\[0\] has 1 parts; expected 2"),
        ({"wagers": ()}, "wagers: none; expected at least one WagerRule"),
        ({"wagers": [WAGER]}, "rulebook.wagers is .*; expected tuple"),
        ({"wagers": (LINE,)}, r"rulebook.wagers\[0\] is .*; expected WagerRule"),
        ({"wagers": (WAGER, WAGER)}, r"wagers\[1\].key is 'player'; expected a key that no"),
        ({"wagers": (replace(WAGER, key="Player!"),)}, r"wagers\[0\].key is 'Player!'; expected"),
        ({"wagers": (replace(WAGER, lines=()),)}, r"wagers\[0\].lines: none; expected"),
        (
            {"wagers": (replace(WAGER, lines=(other(LINE, pays="1 to 1"),)),)},
            r"rulebook.wagers\[0\].lines\[0\].pays is '1 to 1'; expected Pays",
        ),
        (
            {"wagers": (replace(WAGER, lines=(other(LINE, when=None),)),)},
            r"lines\[0\].when is None; expected Is or All or Either or Not",
        ),
        ({"wagers": (other(WAGER, optional=1),)}, r"wagers\[0\].optional is 1; expected bool"),
        (
            {"layout": ((LayoutCell(1, ("tie",)),),)},
            "layout: 'tie'; expected each of player at most once",
        ),
        (
            {"layout": ((LayoutCell(1, ("player", "player")),),)},
            "layout: 'player'; expected each of",
        ),
        (
            {"layout": ((LayoutCell(share=True, wagers=("player",)),),)},
            r"share is True; expected int",
        ),
    ],
)
def test_a_mistake_in_a_rulebook_is_reported_with_its_field(
    changes: dict[str, object], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        book(**changes)


def test_a_custom_game_has_one_to_ten_decks_and_one_wager_per_area() -> None:
    assert [decks for decks in range(12) if decks in CUSTOM_DOCUMENT.decks] == list(range(1, 11))
    assert CUSTOM_DOCUMENT.wagers_per_area == 1
