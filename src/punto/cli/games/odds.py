"""`punto odds` computes exact odds for any cards left and any cards on the layout."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, TextIO, TypeAlias

from cyclopts import Parameter

from punto.api import DEFAULT_DECKS, check_decks, odds_of, slip_of
from punto.cli.games.pages import stakes
from punto.cli.options import DEFAULT_PAGE, Decks, Game, PageOptions
from punto.core.cards import Card, Rank, Suit, card, rank
from punto.core.rulebook import Pays, Rulebook
from punto.core.shoe import check_copies
from punto.games.library import game as game_named
from punto.messages.message import Message, message
from punto.odds import what_if
from punto.odds.shoe_tracker import ShoeTracker, track_shoe
from punto.odds.what_if import WagerChange, with_pays
from punto.reports.games import shoe_tracker
from punto.reports.games.odds import odds_record, odds_sheet
from punto.reports.games.slip import slip_record, slip_sheet

HINT = (
    "Enter cards as they leave the shoe: 9s Kd, or 9 K. -5h is a card burned face up. Other words: "
    "undo, new, quit."
)

OtherPays: TypeAlias = Annotated[
    list[str] | None,
    Parameter(negative="", help="Changed odds of a wager or of a pay line: tiger.2=23:1."),
]
Slip: TypeAlias = Annotated[
    list[str] | None,
    Parameter(negative="", help="Wager with its stake, placed with the others: banker=20."),
]
Watch: TypeAlias = Annotated[
    bool,
    Parameter(
        negative="",
        show_default=False,
        help="Follow a shoe: read cards from the terminal or a pipe.",
    ),
]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class OddsQuery:
    """The differences from a full shoe and the printed pays."""

    left: Annotated[
        str,
        Parameter(
            help="Unseen cards by rank, without the dealt ones: A=30,2=32,T=31.",
            show_default=False,
        ),
    ] = ""
    dealt: Annotated[
        str,
        Parameter(help='Cards on the layout: "9s / Kc"; ? is face down.', show_default=False),
    ] = "/"
    pays: OtherPays = None
    against: Annotated[
        str, Parameter(help="Key of another game, for comparison.", show_default=False)
    ] = ""

    @property
    def is_full_shoe(self) -> bool:
        """Whether no option names cards or another game."""
        return not self.left and not self.against and self.dealt == "/"

    def notes(self) -> list[Message]:
        """One line for each difference."""
        changed = what_if.format_pays(parse_pays(self.pays))
        dealt = " ".join(self.dealt.split())
        notes = []
        if self.left:
            notes.append(message("odds-page.unseen", cards=self.left))
        if dealt not in ("", "/"):
            notes.append(message("odds-page.on-layout", cards=dealt))
        if changed:
            pays = " ".join(f"{name}={odds}" for name, odds in changed.items())
            notes.append(message("odds-page.changed-pays", pays=pays))
        if self.against:
            notes.append(message("odds-page.compared-with", game=self.against))
        return notes

    def record(self) -> dict[str, object]:
        """The differences as a record, for other programs."""
        return {
            "left": {each.letter: count for each, count in parse_cards_left(self.left).items()},
            "dealt": " ".join(self.dealt.split()),
            "pays_changed": what_if.format_pays(parse_pays(self.pays)),
            **({"against": self.against} if self.against else {}),
        }


FULL_SHOE = OddsQuery()


def odds(
    game: Game,
    /,
    *,
    decks: Decks = DEFAULT_DECKS,
    query: OddsQuery = FULL_SHOE,
    slip: Slip = None,
    watch: Watch = False,
    page: PageOptions = DEFAULT_PAGE,
) -> None:
    """Compute exact odds: chances, return, house edge, deviation and deals per pay line.

    A rank that --left does not name has all its cards except the dealt ones. Ten
    is T or 10. With changed pays or another game the page shows the difference.

    For example:

      punto odds tiger
      punto odds seven-up --decks 6 --json
      punto odds super-six --left 6=0,9=12 --dealt "9s / Kc"
      punto odds tiger --pays tiger_tie=45:1 --pays tiger.2=23:1
      punto odds tiger --against tiger-no-commission
      punto odds tiger --slip banker=100 --slip tie=10
      punto odds tiger --watch
      echo "9s Kc 4d 6h 2h" | punto odds tiger --watch --json
    """
    if slip and (watch or query.against):
        raise ValueError("--slip excludes --watch and --against; leave them out")
    book = game_named(game)
    check_decks(book, decks)
    changed = parse_pays(query.pays)
    if watch:
        if not query.is_full_shoe:
            raise ValueError(
                "--watch starts with a full shoe; leave --left, --dealt and --against out"
            )
        _watch(with_pays(book, changed), decks, page)
        return
    cards, dealt = parse_cards_left(query.left), query.dealt
    if slip:
        priced = slip_of(book, stakes(tuple(slip)), decks, cards, dealt, changed)
        record = {**slip_record(book, priced, decks), **query.record()}
        page.show(slip_sheet(book, priced, query.notes()), record)
        return
    found = odds_of(book, decks, cards, dealt, changed)
    changes: tuple[WagerChange, ...] = ()
    if query.against:
        other = game_named(query.against)
        check_decks(other, decks)
        changes = what_if.compare_wagers(found, odds_of(other, decks, cards, dealt))
    elif changed:
        changes = what_if.compare_wagers(odds_of(book, decks, cards, dealt), found)
    page.show(
        odds_sheet(book, found, decks, query.notes(), changes),
        {**odds_record(book, found, decks, changes), **query.record()},
    )


def parse_cards_left(text: str) -> dict[Rank, int]:
    """Parse counts of cards by rank, such as `A=30,T=120`."""
    found: dict[Rank, int] = {}
    for word in filter(None, text.replace(" ", "").split(",")):
        name, equals, count = word.partition("=")
        if not equals or not count.isascii() or not count.isdigit() or len(count) > 6:
            raise ValueError(
                f"{word!r:.40} is not a count of cards; expected a rank and a number, as in A=30"
            )
        if (each := rank(name)) in found:
            raise ValueError(f"rank {each.letter} has two counts; expected each rank once")
        found[each] = int(count)
    return found


def parse_pays(words: list[str] | None) -> dict[str, Pays]:
    """Parse odds of wagers or pay lines, such as `tiger_tie=45:1`."""
    found: dict[str, Pays] = {}
    for word in words or ():
        name, equals, odds = word.partition("=")
        if not equals or name in found:
            raise ValueError(
                f"{word!r:.40} is not a changed pay; expected each wager once, as in tie=9:1"
            )
        found[name] = what_if.parse_pays(odds)
    return found


# The shoe that --watch follows


def _watch(book: Rulebook, decks: int, page: PageOptions) -> None:
    """Follow a shoe card by card until the input ends. A person can correct a wrong word.

    An error in a pipe ends the command, because no one can correct it.
    """
    is_person = sys.stdin.isatty()
    if is_person:
        sys.stderr.write(HINT + "\n")
    if not page.as_json:
        _say(shoe_tracker.head(book, page.lang))
    past = [_Watched(track_shoe(book, decks))]
    _show(past[-1].followed, page)
    for line, word in _words(sys.stdin):
        try:
            if word in ("quit", "exit"):
                break
            _apply(word, past, book, decks)
            _show(past[-1].followed, page)
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
        after = before.without_card(card_) if is_burned else before.with_card(card_)
        # The odds raise ValueError if the cards left cannot finish the round.
        assert after.odds, "every game has wagers"
        return _Watched(after, named)


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


def _card(word: str) -> tuple[Card, bool]:
    """A card, and whether the word has its suit. A rank is enough for the odds."""
    try:
        return Card(rank(word), Suit.SPADES), False
    except ValueError:
        return card(word), True


def _show(followed: ShoeTracker, page: PageOptions) -> None:
    """Print a shoe. After a finished round, also print the odds of the next one."""
    trackers = [followed]
    if followed.is_between_rounds and followed.unseen.cards >= followed.book.order.max_cards:
        trackers.append(followed.after_round())
    for each in trackers:
        if page.as_json:
            _say(json.dumps(shoe_tracker.record(each, each.odds)))
        else:
            _say(shoe_tracker.row(each, each.odds, page.lang))


def _say(line: str) -> None:
    # Flush after each card, for the reader of a pipe.
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _words(source: TextIO) -> Iterator[tuple[int, str]]:
    """Yield every word with the number of its line, without remarks after #."""
    for number, line in enumerate(source, start=1):
        for word in line.partition("#")[0].split():
            yield number, word
