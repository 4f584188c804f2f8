"""Telling: an event or a refusal in one line, for transcripts and journals."""

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from punto.core.money import written
from punto.core.rulebook import rulebook
from punto.table.events.play import (
    BetsOpened,
    CardDrawn,
    IrregularityRaised,
    Returned,
    RoundSettled,
    ShoeEnded,
    ShoeLoaded,
    TableOpened,
    WagerSettled,
)
from punto.table.refusals import Refusal
from punto.table.settings import Settings
from punto.table.stakes import Stake


def event_line(event: object) -> str:
    """What happened, with its name first."""
    return f"{type(event).__name__}{_details(event)}"


def refusal_line(refusal: Refusal) -> str:
    """Why something was not done."""
    return f"not done: {refusal.code} ({refusal.clause}) {refusal.words}"


def _details(event: Any) -> str:
    match event:
        case TableOpened():
            return f" {rulebook(event.rulebook).key} {event.digest[:16]} {_value(event.settings)}"
        case BetsOpened():
            # A rulebook of one's own has neither a version nor a date.
            key, *version, effective, digest = event.rulebook.split(" ")
            of = f" {' '.join(version)} of {effective}" if effective else ""
            book = f"{key}{of}, {digest[:16]}"
            return f" round {event.round} from {event.shoe}: {book}, settings {event.settings[:16]}"
        case CardDrawn():
            by_hand = ", by hand" if event.by_hand else ""
            return f" {event.number}: {event.card} to {event.side}{by_hand}"
        case ShoeLoaded():
            kept = f", committed to {event.commitment[:16]}" if event.commitment else ""
            return f" {event.shoe} of {event.decks} decks{kept}"
        case ShoeEnded():
            return f" {event.shoe}, order of {len(event.order) // 2} cards shown"
        case RoundSettled():
            wagers = "".join(f"\n    {_value(each)}" for each in event.wagers)
            return f" round {event.round}: {event.cards}{wagers}"
        case IrregularityRaised():
            steps = ", ".join(_value(step.remedy) for step in event.steps)
            given = ", ".join(event.circumstances)
            return f" {event.trigger} ({given}) by {event.source}: {steps}"
        case _:
            return "".join(f" {_field(event, field.name)}" for field in fields(event))


def _field(record: Any, name: str) -> str:
    value = getattr(record, name)
    if value is not None and (name.endswith("_cents") or name == "cents"):
        return f"{name.removesuffix('_cents').replace('cents', 'sum')} {written(value)}"
    return f"{name} {_value(value)}"


def _value(value: Any) -> str:
    match value:
        case Settings():
            offered = ", ".join(
                f"{each.wager} {written(each.minimum_cents)}-{written(each.maximum_cents)}"
                for each in value.limits
            )
            return f"{value.decks} decks, cut {value.cards_behind_cut}, {offered}"
        case Stake():
            place = f" at {value.position}.{value.stack}" if value.position else ""
            return f"{value.wager} {written(value.cents)}{place}"
        case WagerSettled():
            off, back = value.uncounted_cents, written(value.returned_cents)
            line = f"line {value.line}" if value.line else "lost"
            line = "returned" if off == value.stake.cents else line
            part = f", {written(off)} of it not counted" if off and line != "returned" else ""
            return f"seat {value.seat} {_value(value.stake)}: {line}, {back}{part}"
        case Returned():
            return f"seat {value.seat} {written(value.cents)}"
        case Enum():
            return str(value.value)
        case tuple():
            return f"[{', '.join(_value(each) for each in value)}]"
        case bool():
            return "yes" if value else "no"
        case None:
            return "-"
        case _ if is_dataclass(value):
            return " ".join(_field(value, field.name) for field in fields(value))
        case _:
            return str(value) or "-"
