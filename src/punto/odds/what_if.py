"""Change some pays of a game and compute the effect on each wager."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from punto.core.rulebook import Pays, Rulebook, WagerRule, Words, to
from punto.odds.measures import PayLineOdds, WagerOdds


@dataclass(frozen=True, slots=True)
class PaySensitivity:
    """What a line's pay does to the return of its wager."""

    line: PayLineOdds
    part_of_return: Fraction
    """What the line adds to the return; the loss of the stake takes off the chance to lose."""
    break_even: Fraction | None
    """The pay at which the wager would be fair, the other lines as they are."""

    @property
    def by_one(self) -> Fraction:
        """How much the return rises when the line pays one unit more: as much as its chance."""
        return self.line.chance


@dataclass(frozen=True, slots=True)
class WagerChange:
    """A wager before and after, as far as either game has it."""

    key: str
    label: Words
    before: WagerOdds | None
    after: WagerOdds | None

    @property
    def of_return(self) -> Fraction | None:
        """By how much the return changes."""
        if self.before is None or self.after is None:
            return None
        return self.after.expected - self.before.expected


def sensitivities(odds: WagerOdds) -> tuple[PaySensitivity, ...]:
    """What each line does to the return of a wager."""
    return tuple(
        PaySensitivity(
            each,
            each.chance * each.line.pays.ratio,
            each.line.pays.ratio - odds.expected / each.chance if each.chance else None,
        )
        for each in odds.lines
    )


def compare_wagers(
    before: Sequence[WagerOdds], after: Sequence[WagerOdds]
) -> tuple[WagerChange, ...]:
    """Every wager of two games, by its key, in the order of the first and then of the second."""
    first = {odds.wager.key: odds for odds in before}
    second = {odds.wager.key: odds for odds in after}
    return tuple(
        WagerChange(key, odds.wager.label, first.get(key), second.get(key))
        for key, odds in (first | {key: o for key, o in second.items() if key not in first}).items()
    )


def with_pays(book: Rulebook, pays: Mapping[str, Pays]) -> Rulebook:
    """The game with other pays, by wager key, or by key and number of the line: `tiger.2`."""
    for name, each in pays.items():
        key, _, number = name.partition(".")
        changed = _with_line_paying(book.wager(key), number, each)
        wagers = tuple(changed if wager.key == key else wager for wager in book.wagers)
        book = replace(book, wagers=wagers)
    return book


def parse_pays(text: str) -> Pays:
    """Odds written as 45:1."""
    win, colon, per = text.partition(":")
    if not colon or not per.isascii() or not per.isdigit():
        raise ValueError(f"{text!r} are not odds; expected a win and a stake, as in 45:1")
    return to(win, int(per[:7]))


def format_pays(pays: Mapping[str, Pays]) -> dict[str, str]:
    """Changed pays as they are asked for: `tiger_tie` with `45:1`."""
    return {name: each.printed.replace(" to ", ":") for name, each in pays.items()}


def _with_line_paying(wager: WagerRule, number: str, pays: Pays) -> WagerRule:
    choices = [f"{wager.key}.{place}" for place in range(1, len(wager.lines) + 1)]
    name = f"{wager.key}.{number}" if number else wager.key
    winning = [
        choice for choice, line in zip(choices, wager.lines, strict=True) if not line.pays.is_push
    ]
    if not number and len(winning or choices) == 1:
        # A tie that only pushes leaves no doubt which line is meant.
        name = (winning or choices)[0]
    if name not in choices:
        raise ValueError(
            f"{name} names no one line of {wager.key}; expected {' or '.join(choices)}"
        )
    at = choices.index(name)
    lines = (*wager.lines[:at], replace(wager.lines[at], pays=pays), *wager.lines[at + 1 :])
    return replace(wager, lines=lines)
