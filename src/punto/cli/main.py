"""Run `punto VERB`. A verb is loaded only when a person uses it."""

import os
import sys
from typing import TYPE_CHECKING

from punto.messages.catalogue import LANGUAGES

if TYPE_CHECKING:
    from cyclopts import App

VERBS = {
    "serve": ("floor.serve", "Serve a floor: lobby, terminals and displays in a browser."),
    "backup": ("floor.backup", "Copy the journal of a floor and verify the copy."),
    "games": ("games.pages", "List the games and their rule documents."),
    "rules": ("games.pages", "Show the rules and the paytable of a game, with clauses and odds."),
    "deal": ("games.pages", "Deal a shoe and explain each third card."),
    "settle": ("games.pages", "Settle wagers on a round, with pay line and clause."),
    "odds": ("games.odds", "Compute the exact odds of every wager, for any cards left."),
    "par": ("games.par", "Write the PAR sheet of a game as text, HTML, PDF, CSV or JSON."),
    "standings": ("games.pages", "Show the wagers that are already won or lost in a round."),
    "irregularities": ("games.pages", "List every irregularity with its remedy and clause."),
    "ruling": ("games.pages", "Compare how the rule documents decide a situation."),
    "simulate": (
        "simulation.simulate",
        "Simulate shoes and compare the results with the exact odds.",
    ),
    "count": ("simulation.count", "Simulate card counting or perfect play."),
    "bankroll": ("simulation.bankroll", "Simulate a staking plan and its effect on a bankroll."),
    "conformance": ("games.pages", "List every clause with its implementation and tests."),
    "table": ("table.table", "Play at a table in the terminal, as dealer and patron."),
    "playthrough": ("table.playthrough", "Play a script of commands at a table."),
    "journal": ("floor.journal", "Verify, replay or export a journal."),
    "checkpoint": ("floor.checkpoint", "Show or verify exported checkpoints."),
    "bundle": ("floor.bundle", "Export or verify the signed bundle of a round."),
    "keys": ("floor.keys", "Manage the keys of a house: renew, retire, lock."),
    "verify-shoe": ("floor.verify_shoe", "Check every shoe against its commitment."),
    "audit": ("floor.audit", "Recompute every payment of a journal from its cards."),
    "report": ("floor.report", "Write reports of a floor as text, HTML, PDF, CSV or JSON."),
    "pack": ("certification.pack", "Write the submission pack for a test laboratory."),
    "day": ("certification.day", "Simulate a casino day and check it after every step."),
    "emulate": ("table.emulate", "Emulate a card-reading shoe, with scripted faults."),
}
"""By verb, the module of its function and its help."""

EXTRAS = {"numpy": "fast", "numba": "fast", "reportlab": "report", "duckdb": "analytics"}
"""By package, the extra of Punto that installs it."""

INTERRUPTED = 130
"""The exit code after Ctrl-C, by the convention of shells."""

HELP = f"""\
Usage: punto [--language {"|".join(LANGUAGES)}] VERB [ARGUMENTS]

Deal baccarat by its rule documents: exact odds, and settlement to the cent.

Verbs:
{chr(10).join(f"  {verb:<14} {words}" for verb, (_, words) in VERBS.items())}

  --language            Choose the language of tables and pages: {" or ".join(LANGUAGES)}.
  --version             Show the version of Punto.
  --install-completion  Install completion of verbs, games and options in your shell.

Examples:
  punto games
  punto --language zh rules tiger
  punto settle tiger "9s 4d 2h / Kc 6h" banker=20.00 tie=5.00
  punto odds seven-up --decks 6 --json

Show the help of a verb: punto VERB --help
"""


def main() -> None:
    """Run the command line. An error of the user prints one line and exits with code 2."""
    _open_closed_streams()
    try:
        _answer()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader closed the pipe, as in `punto deal tiger | head`.
        _discard_output()
    except KeyboardInterrupt:
        # This also covers the time while a verb is loaded.
        sys.exit(INTERRUPTED)
    except OSError as error:
        _discard_output()
        where = f"{error.filename}: " if error.filename is not None else ""
        _fail(f"{where}{error.strerror or error}")


def _open_closed_streams() -> None:
    """Open missing standard streams, so that no other file gets their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _discard_output() -> None:
    """Drop output that cannot be written, so that the exit does not write it again."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _answer() -> None:
    if sys.argv[1:] in ([], ["-h"], ["--help"]):
        # Print the help before anything slow is loaded.
        sys.stdout.write(HELP)
        return
    from cyclopts import CycloptsError, UnusedCliTokensError

    from punto.journal.errors import JournalError

    try:
        _run()
    except UnusedCliTokensError as error:
        words = " ".join(error.unused_tokens or ())
        _fail(f"{words!r:.60} is not expected here; --help shows the arguments")
    except (CycloptsError, ValueError, JournalError) as error:
        _fail(str(error))
    except ImportError as error:
        # Cyclopts raises this for a verb that cannot be loaded. The cause names the package.
        missing = getattr(error.__cause__ or error, "name", None)
        if missing not in EXTRAS:
            raise
        _fail(f"{missing} is not installed; run pip install 'punto[{EXTRAS[missing]}]'")
    except MemoryError:
        _fail("there is not enough memory; use fewer cores, shoes or patrons")


def app_of_verbs() -> "App":
    """The command line. It loads the module of a verb when a person uses it."""
    from importlib.metadata import version

    from cyclopts import App

    app = App(name="punto", version=lambda: f"punto {version('punto')}", help_format="plaintext")
    for verb, (module, _) in VERBS.items():
        app.command(f"punto.cli.{module}:{verb.replace('-', '_')}", name=verb)
    app.register_install_completion_command()
    return app


def _run() -> None:
    from punto.cli.console import PlainConsole

    app_of_verbs()(
        with_language_after_verb(sys.argv[1:]),
        console=PlainConsole(),
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
    )


def with_language_after_verb(words: list[str]) -> list[str]:
    """Move `--language` and its value from before the verb to a place after it."""
    name, equals, _ = words[0].partition("=")
    if name != "--language":
        return words
    count = 1 if equals else 2
    if len(words) <= count:
        raise ValueError(
            "--language needs a language and a verb; expected for example punto --language zh games"
        )
    verb, *rest = words[count:]
    return [verb, *words[:count], *rest] if verb in VERBS else [verb, *rest]


def _fail(words: str) -> None:
    """Print the error in one line, in colour on a terminal, and exit with code 2."""
    line = f"punto: {' '.join(words.split())}\n"
    sys.stderr.write(f"\x1b[31m{line}\x1b[0m" if sys.stderr.isatty() else line)
    sys.exit(2)
