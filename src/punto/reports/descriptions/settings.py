"""Describe a change of settings, with each value before and after."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from punto.core import money
from punto.core.rulebook import Rulebook, Words
from punto.table.settings import Limit, Settings

LABELS = {
    "limits": Words("Limits", "限额"),
    "total_minimum_cents": Words("Least in all", "总注下限"),
    "decks": Words("Decks", "牌副数"),
    "cards_behind_cut": Words("Cards behind the cut", "切牌后张数"),
    "burns": Words("Cards burned", "烧牌"),
    "rounds_after_cut": Words("Rounds after the cut", "切牌后局数"),
    "positions": Words("Positions", "座位数"),
    "wagers_per_area": Words("Wagers an area", "每区注数"),
    "differential_cents": Words("Differential", "差额"),
    "is_hlga": Words("HLGA", "HLGA"),
    "method": Words("Method", "方式"),
    "betting_seconds": Words("Seconds to bet", "下注秒数"),
    "withdrawal_seconds": Words("Seconds to withdraw", "撤注秒数"),
    "ladder": Words("Positions by rank", "职位次序"),
    "shuffles_each_round": Words("Continuous shuffler", "连续洗牌机"),
    "rounds_on_roads": Words("Results on the roads", "路纸局数"),
}
"""What people call each setting."""

NONE = "–"


@dataclass(frozen=True, slots=True)
class SettingChange:
    """One setting that changes."""

    label: Words
    before: str
    after: str


def setting_changes(book: Rulebook, before: Settings, after: Settings) -> tuple[SettingChange, ...]:
    """The settings that differ; of the limits those of the wagers whose limits do."""
    return tuple(_changed(book, before, after))


def _changed(book: Rulebook, before: Settings, after: Settings) -> Iterator[SettingChange]:
    for wager in book.wagers:
        was, becomes = before.limit(wager.key), after.limit(wager.key)
        if was != becomes:
            yield SettingChange(wager.label, _limit(was), _limit(becomes))
    for name in Settings.__struct_fields__:
        was, becomes = getattr(before, name), getattr(after, name)
        if name != "limits" and was != becomes:
            yield SettingChange(LABELS[name], _written(name, was), _written(name, becomes))


def _limit(limit: Limit | None) -> str:
    if limit is None:
        return NONE
    return f"{money.format_cents(limit.minimum_cents)} – {money.format_cents(limit.maximum_cents)}"


def _written(name: str, value: Any) -> str:
    if value is None:
        return NONE
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return money.format_cents(value) if name.endswith("_cents") else str(value)
