"""`punto`: the command line and its verbs, each loaded only when it is asked for."""

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cyclopts import App

VERBS = {
    "serve": ("floor", "The floor: lobby, terminals and displays in a browser."),
    "backup": ("floor", "A copy of a floor's journal, verified."),
    "games": ("games", "The ten games and where they come from."),
    "rules": ("games", "The rules and the paytable of a game, with clauses and odds."),
    "deal": ("games", "A shoe of a game, dealt and explained."),
    "settle": ("games", "What wagers return on a round, by which line and clause."),
    "odds": ("games", "The exact odds of every wager, for any cards left."),
    "par": ("games", "The PAR sheet of a game, with charts: text, HTML, PDF, CSV, JSON."),
    "standings": ("games", "Which wagers are already won or lost."),
    "irregularities": ("games", "Everything that can go wrong, and what is then done."),
    "ruling": ("games", "What documents make of a situation, side by side."),
    "simulate": ("simulation", "Whole shoes by the million, beside the exact figures."),
    "count": ("simulation", "What counting cards wins, and what perfect play would."),
    "bankroll": ("simulation", "What a way of staking does to a bankroll."),
    "conformance": ("certification", "Every clause of the rule documents, and what became of it."),
    "table": ("table", "A table in the terminal, with you as dealer and patron."),
    "playthrough": ("table", "A script of commands played at a table."),
    "journal": ("floor", "Verifies, replays or exports a journal."),
    "checkpoint": ("floor", "What was exported of a journal, and whether it holds."),
    "bundle": ("floor", "One round in one signed file, verified without its journal."),
    "keys": ("floor", "The keys of a house: renewed, retired, locked in a vault."),
    "verify-shoe": ("floor", "Whether every shoe was the one committed to."),
    "audit": ("floor", "Every payment of a journal, recomputed from its cards."),
    "report": ("floor", "Reports on a floor: text, HTML, PDF, CSV, JSON, reconciled."),
    "pack": ("certification", "The submission pack: all that a test house asks for."),
    "day": ("certification", "A casino day from a seed, checked after every step."),
    "emulate": ("table", "A card-reading shoe at a table, with faults by script."),
}
"""Every verb, with the folder of its module and its help."""

EXTRAS = {"numpy": "fast", "numba": "fast", "matplotlib": "report", "duckdb": "analytics"}
"""The extra of Punto that brings a package which only some verbs need."""

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C has ended, as shells have it."""

HELP = f"""\
Usage: punto VERB [ARGUMENTS]

Baccarat, done right: rules by clause, exact odds, settlement to the cent.

Verbs:
{chr(10).join(f"  {verb:<14} {words}" for verb, (_, words) in VERBS.items())}

  --version             The version of Punto.
  --install-completion  Completion of verbs, games and options in your shell.

Examples:
  punto games
  punto rules tiger --lang zh
  punto settle tiger "9s 4d 2h / Kc 6h" banker=20.00 tie=5.00
  punto odds seven-up --decks 6 --json

Every verb says more with --help.
"""


def main() -> None:
    """Runs the command line; a mistake of the user's is one line and exit code 2."""
    _open_what_is_closed()
    try:
        _answer()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough, as in `punto deal tiger | head`.
        _leave_standard_output()
    except KeyboardInterrupt:
        # Also while a verb is still being loaded; one that runs ends so by itself.
        sys.exit(INTERRUPTED)
    except OSError as error:
        _leave_standard_output()
        where = f"{error.filename}: " if error.filename is not None else ""
        _fail(f"{where}{error.strerror or error}")


def _open_what_is_closed() -> None:
    """A service may be started without streams; nothing else may then take their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _leave_standard_output() -> None:
    """What cannot be written is not tried again at the end of the process."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _answer() -> None:
    if sys.argv[1:] in ([], ["-h"], ["--help"]):
        # Answered before anything slow is loaded.
        sys.stdout.write(HELP)
        return
    from cyclopts import CycloptsError, UnusedCliTokensError

    from punto.journal.errors import JournalError

    try:
        _run()
    except UnusedCliTokensError as error:
        words = " ".join(error.unused_tokens or ())
        _fail(f"{words!r:.60} is not expected here; --help says what is")
    except (CycloptsError, ValueError, JournalError) as error:
        _fail(str(error))
    except ImportError as error:
        # A verb that cannot be loaded is told with the reason as its cause.
        missing = getattr(error.__cause__ or error, "name", None)
        if missing not in EXTRAS:
            raise
        _fail(f"{missing} is not installed; it comes with the extra {EXTRAS[missing]}")
    except MemoryError:
        _fail("too little memory for so many at once; fewer cores, shoes or patrons take less")


def app_of_verbs() -> "App":
    """The command line, of which a verb is loaded when it is asked for."""
    from importlib.metadata import version

    from cyclopts import App

    app = App(name="punto", version=lambda: f"punto {version('punto')}", help_format="plaintext")
    for verb, (folder, _) in VERBS.items():
        module = verb.replace("-", "_")
        app.command(f"punto.cli.{folder}.{module}:{module}", name=verb)
    app.register_install_completion_command()
    return app


def _run() -> None:
    from punto.cli.console import PlainConsole

    app_of_verbs()(
        sys.argv[1:],
        console=PlainConsole(),
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
    )


def _fail(words: str) -> None:
    """Says what is wrong in one line, in colour on a terminal only, and ends with code 2."""
    line = f"punto: {' '.join(words.split())}\n"
    sys.stderr.write(f"\x1b[31m{line}\x1b[0m" if sys.stderr.isatty() else line)
    sys.exit(2)
