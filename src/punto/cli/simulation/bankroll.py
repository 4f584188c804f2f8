"""`punto bankroll` simulates a staking plan and its effect on a bankroll."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli.files import check_writable, write_chart, write_rows
from punto.cli.options import Game, Whole
from punto.cli.progress import announce, announce_first_play
from punto.cli.simulation.options import DEFAULT_RUN, Plot, RunOptions, play_until_stopped
from punto.core import money
from punto.core.rulebook import Rulebook
from punto.games.library import game as game_named
from punto.games.library import load_error
from punto.simulation.shoe_dealing import ShoeDealing

if TYPE_CHECKING:
    # The simulation loads these later, so that the help appears at once.
    from punto.simulation.bankroll import BankrollResults, SessionPlan
    from punto.simulation.runs import WorkerPool
    from punto.simulation.shoe_play import ShoeTask

MAX_PATRONS = 10**8
SHARE_OF_PATRONS = 512


Wagers = Annotated[
    str, Parameter(help="Wager, or wager with a multiple of the stake: banker tie=2.")
]
Patrons = Annotated[Whole, Parameter(help="Number of patrons.")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class PlanOptions:
    """The options that describe a staking plan and a session. Amounts are dollars."""

    plan: Annotated[
        str,
        Parameter(
            help="Staking plan: flat, percentage, martingale, fibonacci, dalembert, labouchere, "
            "oscars-grind, 1-3-2-6, kelly, or a Python file with a function stakes()."
        ),
    ] = "flat"
    bankroll: Annotated[str, Parameter(help="Dollars at the start.")] = "1000"
    unit: Annotated[str, Parameter(help="Dollars per unit of the plan.")] = "10"
    rounds: Annotated[Whole, Parameter(help="Maximum number of rounds.")] = 500
    minimum: Annotated[
        str | None, Parameter(help="Minimum of the table in dollars. Default: one unit.")
    ] = None
    maximum: Annotated[str, Parameter(help="Maximum of the table per wager in dollars.")] = "5000"
    stop_loss: Annotated[str | None, Parameter(help="Leave after losing so many dollars.")] = None
    stop_win: Annotated[str | None, Parameter(help="Leave after winning so many dollars.")] = None
    percent: Annotated[
        float, Parameter(help="For percentage: percent of the bankroll per wager.")
    ] = 1.0
    kelly: Annotated[float, Parameter(help="For kelly: share of the full stake.")] = 1.0

    def session(self, task: "ShoeTask", wagers: tuple[tuple[str, int], ...]) -> "SessionPlan":
        """The session of each patron."""
        from punto.simulation.bankroll import SessionPlan
        from punto.simulation.betting_systems import SystemChoice

        return SessionPlan(
            task=task,
            plan=SystemChoice(self.plan, self.percent, self.kelly, _source(self.plan)),
            wagers=wagers,
            bankroll_cents=money.parse_cents(self.bankroll),
            unit_cents=money.parse_cents(self.unit),
            rounds=self.rounds,
            minimum_cents=money.parse_cents(self.minimum or self.unit),
            maximum_cents=money.parse_cents(self.maximum),
            stop_loss_cents=None if self.stop_loss is None else money.parse_cents(self.stop_loss),
            stop_win_cents=None if self.stop_win is None else money.parse_cents(self.stop_win),
        )


DEFAULT_PLAN = PlanOptions()


def bankroll(
    game: Game,
    /,
    *wagers: Wagers,
    plan: PlanOptions = DEFAULT_PLAN,
    patrons: Patrons = 10_000,
    plot: Plot = None,
    run: RunOptions = DEFAULT_RUN,
) -> None:
    """Simulate a staking plan: ruin, final bankrolls, largest losses and duration.

    Each patron plays separate shoes. A win or loss is the sum of all wagers of a
    round. A custom plan is a generator function stakes(): it yields units, and
    receives the result.

    For example:

      punto bankroll tiger banker
      punto bankroll tiger banker --plan martingale --bankroll 5000 --stop-win 500 --plot out.svg
      punto bankroll tiger banker=5 tiger_tie --rounds 200 --json
      punto bankroll seven-up super_sevens --plan kelly --kelly 0.5 --bankroll 20000
    """
    check_writable(rows=run.output, figure=plot)
    dealing = ShoeDealing(run.decks, run.cut)
    task = _task(game_named(game), dealing, run.chosen_seed(), patrons)
    session = _prepared(plan.session(task, _wagers(wagers)))
    with run.worker_pool(SHARE_OF_PATRONS) as crew:
        fortunes = _tried(session, patrons, crew)
    _show(session, fortunes, patrons, run, plot)


def _task(book: Rulebook, dealing: ShoeDealing, seed: int, patrons: int) -> "ShoeTask":
    from punto.simulation import runs
    from punto.simulation.shoe_play import ShoeTask

    if not 1 <= patrons <= MAX_PATRONS:
        raise ValueError(f"{patrons} patrons are out of range; expected 1 to {MAX_PATRONS:,}")
    task = ShoeTask(book, dealing, seed)
    runs.check(task, patrons)
    return task


def _prepared(session: "SessionPlan") -> "SessionPlan":
    """The session with the count that the plan needs. Raise errors of the plan early."""
    from punto.simulation.betting_systems import betting_system
    from punto.simulation.card_counting import best_linear_count

    betting_system(session.plan, 1, 1.0)
    if session.plan.name != "kelly":
        return session
    if len(session.wagers) != 1:
        raise ValueError("kelly counts for a single wager; expected one wager")
    [(key, _)] = session.wagers
    with announce("computing exact effects of removal"):
        count = best_linear_count(session.task.book, key, session.task.dealing.decks)
    return replace(session, count=count)


def _show(
    session: "SessionPlan",
    fortunes: "BankrollResults",
    patrons: int,
    run: RunOptions,
    plot: Path | None,
) -> None:
    from punto.reports.simulations.bankroll import bankroll_record, bankroll_rows, bankroll_sheet

    if run.output is not None:
        write_rows(run.output, bankroll_rows(fortunes))
    if plot is not None:
        from punto.reports.simulations.charts import bankroll_chart

        write_chart(plot, bankroll_chart(session, fortunes), run.lang)
    is_stopped = fortunes.played < patrons
    run.show(
        bankroll_sheet(session, fortunes, is_stopped),
        bankroll_record(session, fortunes, is_stopped),
    )


def _tried(session: "SessionPlan", patrons: int, crew: "WorkerPool") -> "BankrollResults":
    """Simulate patrons until all have played or a person presses Ctrl-C."""
    from punto.simulation.bankroll import empty_results, simulate_patrons

    with announce_first_play():
        simulate_patrons(session, 0, 1)
    return play_until_stopped(
        partial(simulate_patrons, session),
        patrons,
        crew,
        empty_results(session),
        lambda each: (each.played, int(each.rounds.sum())),
        title=session.plan.name,
        unit="patron",
    )


def _wagers(words: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Parse wagers with their multiple of the stake."""
    found: dict[str, int] = {}
    for word in words:
        key, equals, times = word.partition("=")
        if key in found or (
            equals and not (times.isascii() and times.isdigit() and len(times) < 5)
        ):
            raise ValueError(
                f"{word!r:.60} is not a wager; expected each wager once, as in banker, or with a "
                "multiple of the stake, as in tie=2"
            )
        found[key] = int(times) if equals else 1
    return tuple(found.items())


def _source(plan: str) -> str:
    """The text of a custom plan; empty for one of Punto's plans."""
    if not plan.endswith(".py"):
        return ""
    try:
        return Path(plan).read_text(encoding="utf-8") or "pass"
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{plan} cannot be read: {load_error(error)}") from None
