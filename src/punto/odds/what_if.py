"""Change some pays of a game and compute the effect on each wager."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from punto.core.rulebook import Pays, Rulebook, WagerRule, to
from punto.odds.measures import PayLineOdds, WagerOdds


@dataclass(frozen=True, slots=True)
class PaySensitivity:
    """The effect of a line's pay on the return of its wager."""

    line: PayLineOdds
    part_of_return: Fraction
    """The part that the line adds to the return, which is these parts less the chance to lose."""
    break_even: Fraction | None
    """The pay at which the wager would be fair with its other lines unchanged, if there is one."""


@dataclass(frozen=True, slots=True)
class WagerChange:
    """A wager before and after a change; `before` or `after` is None if that game lacks it."""

    key: str
    wager: WagerRule
    before: WagerOdds | None
    after: WagerOdds | None

    @property
    def of_return(self) -> Fraction | None:
        """The change in the return, None if either game lacks the wager."""
        if self.before is None or self.after is None:
            return None
        return self.after.expected - self.before.expected


def sensitivities(odds: WagerOdds) -> tuple[PaySensitivity, ...]:
    """Compute the effect of each line's pay on the return of a wager."""
    return tuple(
        PaySensitivity(
            line,
            line.chance * line.line.pays.ratio,
            line.line.pays.ratio - odds.expected / line.chance if line.chance else None,
        )
        for line in odds.lines
    )


def compare_wagers(
    before: Sequence[WagerOdds], after: Sequence[WagerOdds]
) -> tuple[WagerChange, ...]:
    """Compare every wager of two games by its key, in the order of the first, then the second."""
    first = {odds.wager.key: odds for odds in before}
    second = {odds.wager.key: odds for odds in after}
    return tuple(
        WagerChange(key, odds.wager, first.get(key), second.get(key))
        for key, odds in (first | {key: o for key, o in second.items() if key not in first}).items()
    )


def with_pays(book: Rulebook, pays: Mapping[str, Pays]) -> Rulebook:
    """Return the game with changed pays, by wager key or by key and line number, as `tiger.2`."""
    for name, odds in pays.items():
        key, _, number = name.partition(".")
        changed = _with_line_paying(book.wager(key), number, odds)
        wagers = tuple(changed if wager.key == key else wager for wager in book.wagers)
        book = replace(book, wagers=wagers)
    return book


def parse_pays(text: str) -> Pays:
    """Return the pays that a text such as 45:1 names."""
    win, colon, per = text.partition(":")
    if not colon or not per.isascii() or not per.isdigit():
        raise ValueError(f"{text!r} are not odds; expected a win and a stake, as in 45:1")
    return to(win, int(per[:7]))


def format_pays(pays: Mapping[str, Pays]) -> dict[str, str]:
    """Format changed pays in the form that `parse_pays` accepts: `tiger_tie` with `45:1`."""
    return {name: odds.printed.replace(" to ", ":") for name, odds in pays.items()}


def _with_line_paying(wager: WagerRule, number: str, pays: Pays) -> WagerRule:
    choices = [f"{wager.key}.{place}" for place in range(1, len(wager.lines) + 1)]
    name = f"{wager.key}.{number}" if number else wager.key
    winning = [
        choice for choice, line in zip(choices, wager.lines, strict=True) if not line.pays.is_push
    ]
    if not number and len(winning or choices) == 1:
        # With one winning line, a push on a tie is never the line that the caller wants to change.
        name = (winning or choices)[0]
    if name not in choices:
        raise ValueError(
            f"{name} does not name one line of {wager.key}; expected {' or '.join(choices)}"
        )
    at = choices.index(name)
    lines = (*wager.lines[:at], replace(wager.lines[at], pays=pays), *wager.lines[at + 1 :])
    return replace(wager, lines=lines)
