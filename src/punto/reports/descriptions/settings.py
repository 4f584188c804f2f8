"""Describe a change of settings, with each value before and after."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from punto.core.rulebook import Rulebook
from punto.messages.message import Message, message
from punto.reports.descriptions.names import wager_name
from punto.table.settings import Limit, Settings


@dataclass(frozen=True, slots=True)
class SettingChange:
    """One setting that changes."""

    label: Message
    before: Message
    after: Message


def setting_changes(book: Rulebook, before: Settings, after: Settings) -> tuple[SettingChange, ...]:
    """The settings that differ, with the limits of the wagers whose limits differ."""
    return tuple(_changes(book, before, after))


def _changes(book: Rulebook, before: Settings, after: Settings) -> Iterator[SettingChange]:
    for wager in book.wagers:
        was, becomes = before.limit(wager.key), after.limit(wager.key)
        if was != becomes:
            label = message("setting-value.wager", wager=wager_name(wager.key, book))
            yield SettingChange(label, _limit(was), _limit(becomes))
    for name in Settings.__struct_fields__:
        was, becomes = getattr(before, name), getattr(after, name)
        if name != "limits" and was != becomes:
            label = Message(f"setting.{name}")
            yield SettingChange(label, _value(name, was), _value(name, becomes))


def _limit(limit: Limit | None) -> Message:
    if limit is None:
        return message("setting-value.none")
    return message("money.range", low=limit.minimum_cents, high=limit.maximum_cents)


def _value(name: str, value: Any) -> Message:
    if value is None:
        return message("setting-value.none")
    if isinstance(value, tuple):
        return message("setting-value.positions", positions=value)
    if isinstance(value, bool):
        return message("setting-value.yes-no", value=value)
    if name.endswith("_cents"):
        return message("money.sum", cents=value)
    if isinstance(value, int):
        return message("setting-value.number", value=value)
    return message("setting-value.name", value=value)
