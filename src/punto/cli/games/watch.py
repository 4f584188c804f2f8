"""Follow a shoe by its cards, and print exact odds after each card."""

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
    "Enter cards as they leave the shoe: 9s Kd, or 9 K. -5h is a card burned face up. Other words: "
    "undo, new, quit."
)


def watch(book: Rulebook, decks: int, language: str, as_json: bool) -> None:
    """Follow a shoe card by card until the input ends. A person can correct a wrong word.

    An error in a pipe ends the command, because no one can correct it.
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
    """The state of the shoe, and the cards that were entered with their suit."""

    followed: ShoeTracker
    named: tuple[Card, ...] = ()

    def after(self, word: str, decks: int) -> "_Watched":
        """The shoe after a dealt card, or after a burned card with a hyphen."""
        is_burned = word.startswith("-")
        card_, has_suit = _card(word.removeprefix("-"))
        named = (*self.named, card_) if has_suit else self.named
        check_copies(named, decks)
        before = self.followed
        return _Watched(
            _check(before.without_card(card_) if is_burned else before.with_card(card_)), named
        )


def _apply(word: str, past: list[_Watched], book: Rulebook, decks: int) -> None:
    """Add the shoe after a word to the history, which `undo` needs."""
    if word == "undo":
        if len(past) == 1:
            raise ValueError("there is no card to undo; enter a card first")
        past.pop()
    elif word == "new":
        past[:] = [_Watched(track_shoe(book, decks))]
    else:
        past.append(past[-1].after(word, decks))


def _check(after: ShoeTracker) -> ShoeTracker:
    """Raise `ValueError` if the cards left cannot finish the round."""
    assert after.odds, "every game has wagers"
    return after


def _card(word: str) -> tuple[Card, bool]:
    """A card, and whether the word has its suit. A rank is enough for the odds."""
    try:
        return Card(rank(word), Suit.SPADES), False
    except ValueError:
        return card(word), True


def _show(followed: ShoeTracker, language: str, as_json: bool) -> None:
    """Print a shoe. After a finished round, also print the odds of the next one."""
    trackers = [followed]
    if followed.is_between_rounds and followed.unseen.cards >= followed.book.order.max_cards:
        trackers.append(followed.after_round())
    for each in trackers:
        if as_json:
            _say(json.dumps(shoe_tracker.record(each, each.odds)))
        else:
            _say(shoe_tracker.row(each, each.odds, language))


def _say(line: str) -> None:
    # Flush after each card, for the reader of a pipe.
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _words(source: TextIO) -> Iterator[tuple[int, str]]:
    """Yield every word with the number of its line, without remarks after #."""
    for number, line in enumerate(source, start=1):
        for word in line.partition("#")[0].split():
            yield number, word
