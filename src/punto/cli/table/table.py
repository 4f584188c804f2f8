"""`punto table` plays a table in the terminal, with one person as dealer and patron."""

import secrets
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli.console import show_text
from punto.cli.options import Game, Language, Whole
from punto.cli.script.runner import HELP as ALL_HELP
from punto.cli.script.runner import ScriptRunner, answer_lines
from punto.cli.script.waiting import awaited_lines
from punto.core import money
from punto.floor.streams.owner import CommandAnswer
from punto.games.library import game as game_named
from punto.journal.keys import KeyRing, SealedStore
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal
from punto.messages.render import render
from punto.reports.descriptions.names import wager_message
from punto.reports.descriptions.transcripts import refusal_line
from punto.reports.games.explanation import describe_outcome, draw_reasons
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import Refusal
from punto.table.state import IN_ROUND, Phase

HELP = """\
bet banker=20 tie=5   Place all your wagers; they replace the ones before.
deal                  Close bets, deal and settle (Enter does the same).
wagers                List the wagers on offer with their limits.
buy 100               Buy credit.
collect               Collect all credit as a voucher.
money                 Show the balance of every account.
report TRIGGER        Report an irregularity, as in report uncovered.
help                  Show this list.
quit                  Leave the table. The end of the input does the same.
Every line of a playthrough works here too: help all lists them.
"""


WORDS = ("bet", "deal", "wagers", "buy", "collect", "money", "help", "quit")
"""The lines of this verb, besides those of a playthrough."""

OPENING = ("", "bet", "deal", "close")
"""The lines that begin the next round. Until then the last one can still be reported."""


def table(
    game: Game,
    /,
    *,
    journal: Annotated[
        Path | None, Parameter(help="File that stores the table, to continue it later.")
    ] = None,
    seed: Annotated[
        Whole | None, Parameter(help="Random seed. The same seed gives the same shoes.")
    ] = None,
    lang: Language = "en",
) -> None:
    """Play at a table in the terminal: bet, deal, settle.

    You begin at seat 1 with 1,000.00 of credit. `money` shows every account of the ledger.

    For example:

      punto table tiger
      punto table seven-up --journal mine.db
    """
    if seed is None:
        seed = secrets.randbits(32)
    # An unknown game is an error before the file exists.
    key = game_named(game).key
    if journal is None:
        _Sitting(ScriptRunner(MemoryJournal(), seed, also=WORDS), lang).run(game)
    else:
        _sit_on(journal, game, key, seed, lang)


def _sit_on(path: Path, game: str, key: str, seed: int, language: str) -> None:
    """Play at a table whose journal is in a file, with its sealed shoes beside the file."""
    store = SqliteJournal(path)
    try:
        # The suffix is part of the name: mine.db and mine.old have separate shoes.
        seal = KeyRing(path.parent).key(path.name, kind="seal")
        sealed = SealedStore(path.with_name(f"{path.name}.sealed"), seal)
        play = ScriptRunner(store, seed, sealed, also=WORDS)
        _check_game(play, path, key)
        _Sitting(play, language).run(game)
    finally:
        store.close()


def _check_game(play: ScriptRunner, path: Path, key: str) -> None:
    """Raise `ValueError` if the table of the journal is open with another game."""
    if play.table.phase is not Phase.CLOSED and (held := play.table.game.key) != key:
        raise ValueError(
            f"{path} stores a table of {held}, not of {key}; expected {held} as the game"
        )


class _Sitting:
    """A person at seat 1, who enters lines."""

    def __init__(self, play: ScriptRunner, language: str) -> None:
        self._play, self._language = play, language

    def run(self, game: str) -> None:
        """Read lines until the input ends."""
        self._begin(game)
        show_text(HELP)
        while True:
            if held := awaited_lines(self._play.table, self._language):
                show_text(f"  waits: {held}\n")
            show_text(f"credit {self._credit()} > ")
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line or line.strip() in ("quit", "exit"):
                show_text("\n")
                return
            try:
                self._do(line.strip())
            except ValueError as error:
                show_text(f"{error}\n")

    def _begin(self, game: str) -> None:
        if self._play.table.phase is Phase.CLOSED:
            self._say(self._play.run(f"open {game}"))
        elif self._play.table.phase in IN_ROUND:
            show_text("The last session ended during a round.\n")
            self._show(self._play.run("crash"))
        self._sit()

    def _sit(self) -> None:
        """Seat a patron with credit at seat 1, unless the journal has one."""
        if "visit-1" not in self._play.cage.state.visits:
            self._say(self._play.run("credit 1 1000"))
        if 1 not in self._play.table.seats:
            self._say(self._play.run("sit 1"))

    def _open_bets(self) -> None:
        """Open bets of the next round, with a new shoe if the last one has ended."""
        for step, line in (
            (NextStep.END_SHOE, "end"),
            (NextStep.LOAD_SHOE, "shoe"),
            (NextStep.BURN, "draw"),
            (NextStep.OPEN_BETS, "bets"),
        ):
            if next_step(self._play.table) is step:
                self._say(self._play.run(line))

    def _do(self, line: str) -> None:
        words = line.split()
        if "".join(words[:1]) in OPENING:
            self._open_bets()
        match words:
            case [] | ["deal"]:
                self._deal()
            case ["bets"]:
                self._open_bets()
            case ["bet", *_]:
                self._say(self._play.run(line.replace("bet", "bet 1", 1)))
            case ["buy", *sums]:
                self._buy(sums)
            case ["collect"]:
                self._collect()
            case ["help"] | ["help", "all"]:
                show_text(HELP if len(words) == 1 else ALL_HELP)
            case ["money"]:
                show_text("".join(f"  {each}\n" for each in self._play.money()))
            case ["wagers"]:
                self._wagers()
            case _:
                self._show(self._play.run(line))

    def _buy(self, sums: list[str]) -> None:
        if len(sums) != 1:
            raise ValueError("buy needs one amount; expected for example buy 100")
        self._say(self._play.run(f"credit 1 {sums[0]}"))

    def _deal(self) -> None:
        play = self._play
        if play.table.phase is Phase.BETS_OPEN:
            self._say(play.run("close"))
        self._say(play.run("deal"))
        tableau = play.table.current.tableau
        for reason in draw_reasons(play.table.game, tableau):
            show_text(f"  {render(reason.with_clause(), self._language)}\n")
        if play.table.phase is Phase.COMPLETE:
            show_text(f"  {render(describe_outcome(tableau), self._language)}\n")
            self._show(play.run("settle"))

    def _collect(self) -> None:
        self._say(self._play.run("bet 1"))
        collected = self._play.run("collect 1")
        self._show(collected)
        if any(isinstance(each, Refusal) for each in collected):
            return
        self._say(self._play.run("leave 1"))
        self._sit()

    def _wagers(self) -> None:
        for limit in self._play.table.settings_in_force.limits:
            rule = self._play.table.game.wager(limit.wager)
            pays = ", ".join(line.pays.printed for line in rule.lines if not line.pays.is_push)
            minimum, maximum = (
                money.format_cents(limit.minimum_cents),
                money.format_cents(limit.maximum_cents),
            )
            label = render(wager_message(rule), self._language)
            show_text(f"  {limit.wager:<20} {label:<22} {pays:<40} {minimum} to {maximum}\n")

    def _credit(self) -> str:
        return money.format_cents(self._play.journal.balance("credit/visit-1"))

    def _say(self, answers: list[CommandAnswer]) -> None:
        """Print refusals only."""
        for answer in answers:
            if isinstance(answer, Refusal):
                show_text(f"  {refusal_line(answer)}\n")

    def _show(self, answers: list[CommandAnswer]) -> None:
        for answer in answers:
            for line in answer_lines(answer):
                show_text(f"  {line}\n")
