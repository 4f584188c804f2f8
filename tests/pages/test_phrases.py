"""Every word there is has its words in both languages."""

import re
from collections.abc import Mapping
from enum import Enum
from string import Formatter

import pytest

from punto.core.clauses import ClauseStatus
from punto.core.irregularities import Circumstance, Remedy, RemedyDetail, Trigger
from punto.core.rulebook import Words
from punto.core.staff_positions import Permission, StaffPosition
from punto.core.standings import Standing
from punto.pages import phrases

SINGLE = {name: words for name, words in vars(phrases).items() if isinstance(words, Words)}


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        (phrases.TRIGGERS, Trigger),
        (phrases.CIRCUMSTANCES, Circumstance),
        (phrases.REMEDIES, Remedy),
        (phrases.DETAILS, RemedyDetail),
        (phrases.POSITIONS, StaffPosition),
        (phrases.ACTS, Permission),
        (phrases.STANDINGS, Standing),
        (phrases.DISPOSITIONS, ClauseStatus),
    ],
)
def test_every_member_has_words(table: Mapping[Enum, Words], kind: type[Enum]) -> None:
    assert set(table) == set(kind)
    assert all(words.en and words.zh for words in table.values())
    assert len({words.en for words in table.values()}) == len(table)


@pytest.mark.parametrize("name", SINGLE)
def test_both_languages_say_the_same_things(name: str) -> None:
    words = SINGLE[name]
    fields = [
        {part[1] for part in Formatter().parse(each) if part[1]} for each in (words.en, words.zh)
    ]
    assert fields[0] == fields[1]


def test_chinese_is_chinese() -> None:
    for words in SINGLE.values():
        assert re.search(r"[\u3000-\u9fff\uff00-\uffef*{”]", words.zh), words
