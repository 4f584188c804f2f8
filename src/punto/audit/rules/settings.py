"""Read and check a table's settings, and compute the digest that every round carries."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from punto.audit.findings import names
from punto.audit.rules.game import Game
from punto.audit.rules.remedies import LADDER
from punto.messages.message import Message, message

SHUFFLERS = ("R", "")
"""The documents that allow a shuffler, and custom rulebooks, which have no letter."""


class Limit(msgspec.Struct, frozen=True):
    """The minimum and the maximum of a wager."""

    wager: str
    minimum_cents: int
    maximum_cents: int


class AuditedSettings(msgspec.Struct, frozen=True):
    """The settings that the auditor needs. The stored text may have others."""

    limits: tuple[Limit, ...]
    total_minimum_cents: int
    decks: int
    cards_behind_cut: int
    burns: bool
    rounds_after_cut: int
    positions: int
    wagers_per_area: int
    differential_cents: int | None = None
    is_hlga: bool = False
    method: str = "B"
    ladder: tuple[str, ...] = LADDER
    shuffles_each_round: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a table with their digest."""

    chosen: AuditedSettings
    digest: str
    limits: dict[str, Limit]
    plain: dict[str, Any]

    def by_method(self, method: str) -> "Settings":
        """The same settings with another dealing method."""
        return _settings({**self.plain, "method": method})

    def with_stacks(self, stacks: int) -> "Settings":
        """The same settings with another number of wagers per area."""
        return _settings({**self.plain, "wagers_per_area": stacks})


def settings_of(text: msgspec.Raw) -> Settings:
    """Parse the settings of an event."""
    return _settings(msgspec.json.decode(text))


def _settings(plain: Any) -> Settings:
    chosen = msgspec.convert(plain, type=AuditedSettings)
    limits = {limit.wager: limit for limit in chosen.limits}
    return Settings(chosen, _digest(plain), limits, plain)


def faults(game: Game, settings: Settings) -> Iterator[Message]:
    """The settings that this game does not allow, each with the expected value."""
    chosen = settings.chosen
    if chosen.decks not in game.decks:
        yield message(
            "finding.setting-range",
            field="decks",
            number=chosen.decks,
            minimum=game.decks.start,
            maximum=game.decks.stop - 1,
        )
    if not 1 <= chosen.wagers_per_area <= game.stacks:
        stacks = chosen.wagers_per_area
        yield message(
            "finding.setting-range",
            field="wagers-per-area",
            number=stacks,
            minimum=1,
            maximum=game.stacks,
        )
    if chosen.cards_behind_cut < 6:
        yield message("finding.setting-cut", cards=chosen.cards_behind_cut)
    if sorted(chosen.ladder) != sorted(LADDER):
        yield message("finding.setting-ladder", positions=names(chosen.ladder))
    if chosen.shuffles_each_round:
        yield from _shuffler_faults(game, chosen)
    yield from _live_faults(game, chosen)
    for wager in game.wagers:
        if wager not in game.optional and wager not in settings.limits:
            yield message("finding.setting-wager-missing", wager=wager)
    yield from _limit_faults(game, chosen)


def _limit_faults(game: Game, chosen: AuditedSettings) -> Iterator[Message]:
    for limit in chosen.limits:
        minimum, maximum = limit.minimum_cents, limit.maximum_cents
        if limit.wager not in game.wagers:
            yield message("finding.unknown-wager", wager=limit.wager)
        if not 0 < minimum <= maximum or minimum % game.unit_cents or maximum % game.unit_cents:
            yield message(
                "finding.setting-limits",
                wager=limit.wager,
                minimum=minimum,
                maximum=maximum,
                unit=game.unit_cents,
            )


def _shuffler_faults(game: Game, chosen: AuditedSettings) -> Iterator[Message]:
    if game.document not in SHUFFLERS:
        yield message("finding.setting-shuffler")
    if chosen.burns or chosen.rounds_after_cut:
        yield message("finding.setting-shuffler-with-cut")


def _live_faults(game: Game, chosen: AuditedSettings) -> Iterator[Message]:
    """Check the method and the differential, which only one document has."""
    methods = ("A", "B", "C") if game.document == "T" else ("B",)
    if game.is_known and chosen.method not in methods:
        yield message("finding.setting-method", method=chosen.method, expected=methods)
    if chosen.method == "C" and not chosen.is_hlga:
        yield message("finding.setting-method-c")
    differential = chosen.differential_cents
    if differential is not None and game.document != "T":
        yield message("finding.setting-differential", amount=differential)
    if differential is not None and differential < 0:
        yield message("finding.setting-differential", amount=differential)


def _digest(plain: Any) -> str:
    """The digest of settings: every field by name, each record with the name of its kind.

    A position has the name that records use. Older settings have no ladder.
    """
    named = {
        "is": "Settings",
        **plain,
        "limits": [{"is": "Limit", **limit} for limit in plain["limits"]],
    }
    if "ladder" in plain:
        named["ladder"] = [str(each).replace("-", "_").upper() for each in plain["ladder"]]
    text = json.dumps(named, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    return hashlib.sha256(text.encode()).hexdigest()
