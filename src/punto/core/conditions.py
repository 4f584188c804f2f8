"""Define the conditions of pay lines, as data about facts."""

from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never, get_args

from punto.core.facts import Ending, Fact, Winner


@dataclass(frozen=True, slots=True, init=False)
class Is:
    """A condition that holds if a fact has one of the values."""

    fact: Fact
    values: tuple[int, ...]

    def __init__(self, fact: Fact, *values: int) -> None:
        if not isinstance(fact, Fact):
            raise ValueError(f"Is: fact is {fact!r}; expected one of Fact, as in Fact.WINNER")
        if not values or not all(isinstance(value, int) for value in values):
            raise ValueError(f"Is: values are {values!r}; expected one or more whole numbers")
        object.__setattr__(self, "fact", fact)
        object.__setattr__(self, "values", tuple(int(value) for value in values))

    def __str__(self) -> str:
        is_winner = self.fact is Fact.WINNER
        values = [Winner(value).name if is_winner else str(value) for value in self.values]
        return f"{self.fact.name} is {'/'.join(values)}"


@dataclass(frozen=True, slots=True, init=False)
class All:
    """A condition that holds if every part holds."""

    parts: tuple["Condition", ...]

    def __init__(self, *parts: "Condition") -> None:
        object.__setattr__(self, "parts", _checked("All", parts))

    def __str__(self) -> str:
        return " and ".join(map(str, self.parts))


@dataclass(frozen=True, slots=True, init=False)
class Either:
    """A condition that holds if at least one part holds."""

    parts: tuple["Condition", ...]

    def __init__(self, *parts: "Condition") -> None:
        object.__setattr__(self, "parts", _checked("Either", parts))

    def __str__(self) -> str:
        return f"({' or '.join(map(str, self.parts))})"


@dataclass(frozen=True, slots=True, init=False)
class Not:
    """A condition that holds if its part does not hold."""

    part: "Condition"

    def __init__(self, part: "Condition") -> None:
        object.__setattr__(self, "part", _checked("Not", (part,))[0])

    def __str__(self) -> str:
        return f"not {self.part}" if isinstance(self.part, Is | Either) else f"not ({self.part})"


Condition: TypeAlias = Is | All | Either | Not


def holds(condition: Condition, ending: Ending) -> Any:
    """Whether a condition holds: a truth value for one ending, an array for an array of endings."""
    match condition:
        case Is():
            return _any_of([ending[condition.fact] == value for value in condition.values])
        case Either():
            return _any_of([holds(part, ending) for part in condition.parts])
        case All():
            # "No part fails" needs only `|` and `==`, which work on ints and on arrays alike.
            return _any_of([holds(part, ending) == 0 for part in condition.parts]) == 0
        case Not():
            return holds(condition.part, ending) == 0
        case unreachable:
            assert_never(unreachable)


def facts_used(condition: Condition) -> frozenset[Fact]:
    """Return the facts that a condition depends on."""
    match condition:
        case Is():
            return frozenset({condition.fact})
        case Not():
            return facts_used(condition.part)
        case All() | Either():
            return frozenset().union(*(facts_used(part) for part in condition.parts))
        case unreachable:
            assert_never(unreachable)


def _any_of(truths: list[Any]) -> Any:
    result = truths[0]
    for truth in truths[1:]:
        result = result | truth
    return result


def _checked(name: str, parts: tuple[Condition, ...]) -> tuple[Condition, ...]:
    if not parts:
        raise ValueError(f"{name}: no parts; expected at least one condition")
    for part in parts:
        if not isinstance(part, get_args(Condition)):
            raise ValueError(f"{name}: part is {part!r}; expected Is, All, Either or Not")
    return parts
