"""Watching a shoe: cards typed or piped in, exact odds after each."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from punto.core.cards import Card, Suit, card, rank
from punto.core.rulebook import Rulebook
from punto.core.shoe import check_copies
from punto.odds.shoe_tracker import ShoeTracker, track_shoe
from punto.reports.games import shoe_tracker

HINT = (
    "Cards as they leave the shoe: 9s Kd, or 9 K. -5h was burned face up. undo, new, quit (or end "
    "of input)."
)


def watch(book: Rulebook, decks: int, language: str, as_json: bool) -> None:
    """Follows a shoe card by card until the input ends; what was mistyped is said and asked again.

    From a pipe the first mistake ends it, since nobody is there to correct it.
    """
    is_person = sys.stdin.isatty()
    if is_person:
        sys.stderr.write(HINT + "\n")
    if not as_json:
        _say(shoe_tracker.head(book, language))
    past = [_Watched(track_shoe(book, decks))]
    _show(past[-1].followed, language, as_json)
    for line, word in _words(sys.stdin):
        try:
            if word in ("quit", "exit"):
                break
            _apply(word, past, book, decks)
            _show(past[-1].followed, language, as_json)
        except ValueError as error:
            if not is_person:
                raise ValueError(f"line {line}: {error}") from None
            sys.stderr.write(f"punto: {error}\n")


@dataclass(frozen=True, slots=True)
class _Watched:
    """A shoe as far as it has been watched, and the cards of which a suit was told."""

    followed: ShoeTracker
    named: tuple[Card, ...] = ()

    def after(self, word: str, decks: int) -> "_Watched":
        """The shoe after the card that a word names, laid or, with a hyphen, burned."""
        is_burned = word.startswith("-")
        card_, has_suit = _card(word.removeprefix("-"))
        named = (*self.named, card_) if has_suit else self.named
        check_copies(named, decks)
        before = self.followed
        return _Watched(
            _check(before.without_card(card_) if is_burned else before.with_card(card_)), named
        )


def _apply(word: str, past: list[_Watched], book: Rulebook, decks: int) -> None:
    """Puts the shoe after a word on top of those before it."""
    if word == "undo":
        if len(past) == 1:
            raise ValueError("nothing to undo: no card has come")
        past.pop()
    elif word == "new":
        past[:] = [_Watched(track_shoe(book, decks))]
    else:
        past.append(past[-1].after(word, decks))


def _check(after: ShoeTracker) -> ShoeTracker:
    """Raises where the cards left cannot finish the round, before it is taken as having come."""
    assert after.odds, "every game has wagers"
    return after


def _card(word: str) -> tuple[Card, bool]:
    """A card and whether its suit is told; a rank will do, since no wager asks about suits."""
    try:
        return Card(rank(word), Suit.SPADES), False
    except ValueError:
        return card(word), True


def _show(followed: ShoeTracker, language: str, as_json: bool) -> None:
    """Shows a shoe; after a finished round also the odds on the next, if there can be one."""
    trackers = [followed]
    if followed.is_between_rounds and followed.unseen.cards >= followed.book.order.max_cards:
        trackers.append(followed.after_round())
    for each in trackers:
        if as_json:
            _say(json.dumps(shoe_tracker.record(each, each.odds)))
        else:
            _say(shoe_tracker.row(each, each.odds, language))


def _say(line: str) -> None:
    # At once, so that who listens at the other end of a pipe hears it card by card.
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _words(source: TextIO) -> Iterator[tuple[int, str]]:
    """Every word with the number of its line; what follows a # is a remark."""
    for number, line in enumerate(source, start=1):
        for word in line.partition("#")[0].split():
            yield number, word
