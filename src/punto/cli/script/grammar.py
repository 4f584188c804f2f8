"""Derive a line of a script from the fields of its command record."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo

from punto.cli.script.tokens import FACTS, card_name, choice, number, stake, visit_of
from punto.core import money
from punto.core.cards import card
from punto.core.irregularities import Circumstance
from punto.core.notation import FACE_DOWN
from punto.core.staff_positions import StaffPosition
from punto.table.actors import Actor
from punto.table.commands import WagerRemoval
from punto.table.decide.irregularities.missing_card import SET_ASIDE_CARDS
from punto.table.differential import balancing_proposal
from punto.table.stakes import Stake, chips_at
from punto.table.state import IN_ROUND, Phase, Table

LABELS = {
    "visit": "SEAT",
    "side": "HAND",
    "cents": "AMOUNT",
    "saw": "FACTS",
    "short": "CARDS",
    "evidence": "TEXT",
    "per_area": "WAGERS",
}
"""How the help names a field, if not by its own name."""

TEXTS = ("reason", "designee", "evidence")
"""Fields that take all words that are left."""

SHORT_LIST = 5
"""The help lists the choices of a field in its form if there are at most so many."""

LINE_WIDTH = 80
USAGE_WIDTH = 32


@dataclass(frozen=True, slots=True)
class Scene:
    """The facts that a line may look up instead of asking for them."""

    table: Table
    balance: Callable[[str], int] = lambda _account: 0
    new_number: Callable[[], str] = str
    record: Sequence[str] = ()
    """The cards of a shuffled shoe from first to last; empty for a shoe of real cards."""

    def round_number(self) -> int:
        """The number of the round; 0 before the first one."""
        return self.table.round.number if self.table.round else 0

    def withdrawal_offer(self) -> int:
        """The event by which the table offers withdrawal; 0 without an offer."""
        return self.table.pending_steps[0].event if self.table.pending_steps else 0

    def replaced_set(self, seat: int) -> int:
        """The number of the set of wagers that a new one replaces; 0 without one."""
        before = self.table.round.sets.get(seat) if self.table.round else None
        return before.number if before else 0

    def has_closed(self) -> bool:
        """Whether bets of the current round have closed."""
        return self.table.phase in IN_ROUND and self.table.phase is not Phase.BETS_OPEN

    def proposed_removal(self) -> tuple[WagerRemoval, ...]:
        """The wagers whose removal would bring the table within its differential."""
        is_open = self.table.round is not None and self.table.book is not None
        found = balancing_proposal(self.table) if is_open else None
        return found.removed if found else ()

    def cards_out(self) -> int:
        """The number of cards that have left the shoe."""
        return self.table.shoe.cards_out if self.table.shoe else 0

    def next_cards(self) -> Sequence[str]:
        """The cards that are set aside next, by the record."""
        return self.record[self.cards_out() :][:SET_ASIDE_CARDS]

    def cards_set_aside(self) -> Sequence[str]:
        """The cards that were set aside, by the record."""
        search = self.table.round.aside if self.table.round else None
        return self._recorded([number for number, _ in search.cards] if search else [])

    def cards_short(self) -> Sequence[str]:
        """The cards that are not with the sorted decks, by the record."""
        played = self.table.round.numbers if self.table.round else ()
        return [*self._recorded(played), *self.cards_set_aside()]

    def missing_cards(self) -> Sequence[str]:
        """The cards that the table searches for, by the record."""
        steps = self.table.pending_steps
        return self._recorded(steps[0].numbers if steps else ())

    def _recorded(self, numbers: Sequence[int]) -> list[str]:
        return [self.record[number - 1] for number in numbers if self.record]


Fill: TypeAlias = Callable[[Scene, Mapping[str, Any]], Any]
"""Find the value of a field from the scene and the values of the fields before it."""

Sender: TypeAlias = Actor | StaffPosition | Callable[[Any], Actor | StaffPosition] | None
"""The usual sender of a command; None for the dealer of the table."""

FILLS: dict[str, Fill] = {
    "round": lambda scene, _: scene.round_number(),
    "event": lambda scene, _: scene.withdrawal_offer(),
    "after": lambda scene, values: scene.replaced_set(
        values["seat"] if "seat" in values else chips_at(values["position"])
    ),
    "accepted": lambda scene, values: scene.replaced_set(values["seat"]),
    "closed": lambda scene, _: scene.has_closed(),
    "removed": lambda scene, _: scene.proposed_removal(),
}
"""Fields that every line looks up in the scene, unless its row asks for them."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line that makes one command. Each field that the row does not mention takes a word."""

    command: Any
    by: Sender = None
    has_second: bool = False
    fixed: Mapping[str, Any] = field(default_factory=dict)
    fills: Mapping[str, Fill] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    """Other names of fields in the help. A field that is both filled and here also takes a word."""

    named: Mapping[str, str] = field(default_factory=dict)
    """By the name of a word such as round=3, the field that it sets."""

    flags: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By a word, the fields that it sets."""

    record: Callable[[Scene], Sequence[str]] | None = None
    """The cards that the record of a shuffled shoe has for the line, used if none are named."""

    about: str = ""

    def read(self, name: str, words: Sequence[str], scene: Scene) -> Any:
        """Parse the words after the name of the line into a command."""
        values: dict[str, Any] = dict(self.fixed)
        left = list(words)
        for each in self._leading():
            if not left:
                raise _missing(name, self._label(each), self._explained_usage(name, each))
            values[each.name] = self._value(each, left.pop(0))
        for word in left:
            self._take(values, name, word)
        if self.record is not None:
            self._check_cards(values, name, left, self.record(scene))
        for key, fill in ({**FILLS, **self.fills}).items():
            if key in self.command.__struct_fields__ and self._is_filled(key):
                values[key] = fill(scene, values)
        for each in self._fields():
            if each.required and each.name not in values:
                if each.name not in TEXTS and not _is_list(each):
                    raise _missing(name, " or ".join(self.flags), self.usage(name))
                values[each.name] = () if _is_list(each) else ""
        return self.command(**values)

    def usage(self, name: str) -> str:
        """The form of the line, such as `pass HAND POSITION`."""
        parts = [name, *map(self._label, self._leading())]
        trailing, flagged, flags = self._trailing(), self._flagged(), "|".join(self.flags)
        for each in trailing:
            text = f"{self._label(each)}|{flags}" if each.name in flagged else self._label(each)
            is_required = each.required and each.name not in self.fills and self.record is None
            parts.append(text if is_required else f"[{text}]")
        if flags and not flagged & {each.name for each in trailing}:
            is_required = any(each.required and each.name in flagged for each in self._fields())
            parts.append(flags if is_required else f"[{flags}]")
        by_name = {each.name: each for each in self._fields()}
        for word, key in self.named.items():
            parts.append(f"[{word}={self._label(by_name[key])}]")
        return " ".join(parts)

    def _explained_usage(self, name: str, each: FieldInfo) -> str:
        """The form of the line, with the choices of a field that the form only names."""
        label, choices = self._label(each), _choices(each)
        listed = f", where {label} is {' or '.join(choices)}" if label.isupper() else ""
        return f"{self.usage(name)}{listed if choices else ''}"

    def help(self) -> str:
        """The first sentence about the line."""
        first = (self.command.__doc__ or "").partition("\n")[0].partition(". ")[0]
        return self.about or f"{first.removesuffix('.')}."

    def _fields(self) -> tuple[FieldInfo, ...]:
        return msgspec.structs.fields(self.command)

    def _is_filled(self, key: str) -> bool:
        is_default = key in FILLS and key not in self.named.values()
        return key in self.fills or is_default

    def _flagged(self) -> set[str]:
        return {key for values in self.flags.values() for key in values}

    def _word_fields(self) -> list[FieldInfo]:
        elsewhere = {*self.fixed, *self.named.values(), *self._flagged()}
        return [
            each
            for each in self._fields()
            if each.name in self.labels
            or not (each.name in elsewhere or self._is_filled(each.name))
        ]

    def _leading(self) -> list[FieldInfo]:
        """The fields that each take one word, before all others."""
        return [
            each
            for each in self._word_fields()
            if each.required and each.name not in TEXTS and not _is_list(each)
        ]

    def _trailing(self) -> list[FieldInfo]:
        leading = self._leading()
        return [each for each in self._word_fields() if each not in leading]

    def _take(self, values: dict[str, Any], name: str, word: str) -> None:
        """Set the field that a word after the leading ones belongs to."""
        trailing = self._trailing()
        key, equals, text = word.partition("=")
        if equals and key in self.named:
            (each,) = [each for each in self._fields() if each.name == self.named[key]]
            values[each.name] = self._named_value(each, text)
            return
        if equals and self.named and not any(each.name in TEXTS for each in trailing):
            raise ValueError(f"{key!r:.40} is not a name; expected {self.usage(name)}")
        if word in self.flags:
            if both := self.flags[word].keys() & values.keys():
                raise ValueError(
                    f"{word!r} sets {', '.join(sorted(both))} a second time; "
                    f"expected {self.usage(name)}"
                )
            values |= self.flags[word]
            return
        for each in trailing:
            if each.name in TEXTS:
                values[each.name] = f"{values[each.name]} {word}" if each.name in values else word
                return
            if _is_list(each):
                if _item(each) is Circumstance and word not in FACTS:
                    continue
                values[each.name] = (*values.get(each.name, ()), _parsed_item(each, word))
                return
            if each.name not in values:
                values[each.name] = self._value(each, word)
                return
        raise too_many(name, word, self.usage(name))

    def _named_value(self, each: FieldInfo, text: str) -> Any:
        if _is_list(each):
            return tuple(_parsed_item(each, part) for part in text.split(","))
        return number(text, each.name, digits=15) if each.type is int else text

    def _value(self, each: FieldInfo, word: str) -> Any:
        """Parse a word by the name or the type of its field."""
        if each.name == "visit":
            return visit_of(word)
        if each.name == "cents":
            return money.parse_cents(word)
        if each.type is int:
            return number(word, self._label(each))
        if choices := _choices(each):
            return each.type(choice(word, choices))
        return word

    def _label(self, each: FieldInfo) -> str:
        if each.name in self.labels:
            return self.labels[each.name]
        if each.name in LABELS:
            return LABELS[each.name]
        choices = _choices(each)
        return "|".join(choices) if 0 < len(choices) <= SHORT_LIST else each.name.upper()

    def _check_cards(
        self, values: dict[str, Any], name: str, words: Sequence[str], own: Sequence[str]
    ) -> None:
        """Use the cards of the record if the line names none; refuse any other card."""
        (each,) = [each for each in self._fields() if _is_list(each)]
        if self.flags and not words and not own:
            raise _missing(name, "CARDS or none", self.usage(name))
        if any(word in self.flags for word in words) or not own:
            return
        cards = [
            text if text == FACE_DOWN else str(card(text)) for text in values.get(each.name, ())
        ]
        if any(text not in (FACE_DOWN, *own) for text in cards):
            raise ValueError(
                f"{' '.join(words):.60} is not in this place of the shoe; leave the cards out, "
                "and the shoe's own record names them"
            )
        values[each.name] = tuple(cards) or tuple(own)


def too_many(name: str, word: str, usage: str) -> ValueError:
    """The error of a word that a line does not take."""
    return ValueError(f"{name}: unexpected word {word!r:.40}; expected {usage}")


def _missing(name: str, label: str, usage: str) -> ValueError:
    return ValueError(f"{name}: {label} is missing; expected {usage}")


def _choices(each: FieldInfo) -> tuple[str, ...]:
    """The words that a field of a closed set accepts; none for any other field."""
    is_closed = isinstance(each.type, type) and issubclass(each.type, StrEnum)
    return tuple(each.type) if is_closed else ()


def _is_list(each: FieldInfo) -> bool:
    return get_origin(each.type) is tuple


def _item(each: FieldInfo) -> Any:
    return get_args(each.type)[0]


def _parsed_item(each: FieldInfo, word: str) -> Any:
    kind = _item(each)
    if kind is Stake:
        return stake(word)
    if kind is int:
        return number(word, "NUMBERS", digits=15)
    return Circumstance(word) if kind is Circumstance else card_name(word)


def help_lines(usage: str, about: str) -> list[str]:
    """The rows of the help for one line: its form, and what it does."""
    space = " " * USAGE_WIDTH
    if len(usage) < USAGE_WIDTH:
        first = usage.ljust(USAGE_WIDTH)
        return textwrap.wrap(about, LINE_WIDTH, initial_indent=first, subsequent_indent=space)
    return [
        *textwrap.wrap(usage, LINE_WIDTH, subsequent_indent="    ", break_on_hyphens=False),
        *textwrap.wrap(about, LINE_WIDTH, initial_indent=space, subsequent_indent=space),
    ]
