"""Define a decision, which is the events of a command or its refusal."""

from typing import TypeAlias

from punto.table.events import Event
from punto.table.refusals import Refusal

Decision: TypeAlias = tuple[Event, ...] | Refusal
