"""`punto bankroll`: what a way of staking does to a bankroll."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.api import DEFAULT_DECKS
from punto.cli.console import show_record, show_sheet
from punto.cli.files import check_writable, write_figure, write_rows
from punto.cli.options import Decks, Game, Json, Language, Whole
from punto.cli.progress import announce, announce_first_play, bar
from punto.cli.simulation.options import (
    Cluster,
    Cores,
    Cut,
    Output,
    Plot,
    Seed,
    chosen_seed,
    worker_pool,
)
from punto.core import money
from punto.core.rulebook import Rulebook
from punto.games.library import game as game_named
from punto.games.library import load_error
from punto.simulation.shoe_dealing import ShoeDealing

if TYPE_CHECKING:
    # Loaded when something is played, so that help comes at once.
    from punto.simulation.bankroll import BankrollResults, SessionPlan
    from punto.simulation.runs import WorkerPool
    from punto.simulation.shoe_play import ShoeTask

MAX_PATRONS = 10**8
SHARE_OF_PATRONS = 512


Wagers = Annotated[
    str, Parameter(help="A wager, or one with how many times the stake: banker tie=2.")
]
PlanName = Annotated[
    str,
    Parameter(
        help="flat, percentage, martingale, fibonacci, dalembert, labouchere, oscars-grind, "
        "1-3-2-6, kelly, or a Python file with a function stakes()."
    ),
]
Brought = Annotated[str, Parameter(name="--bankroll", help="Dollars brought.")]
Unit = Annotated[str, Parameter(help="Dollars a unit of the plan.")]
Rounds = Annotated[Whole, Parameter(help="Rounds at most.")]
Minimum = Annotated[str | None, Parameter(help="The table's minimum; a unit unless told.")]
Maximum = Annotated[str, Parameter(help="The table's maximum a wager.")]
StopLoss = Annotated[str | None, Parameter(help="Leave after losing so much.")]
StopWin = Annotated[str | None, Parameter(help="Leave after winning so much.")]
Percent = Annotated[float, Parameter(help="For percentage: of the bankroll.")]
KellyShare = Annotated[float, Parameter(help="For kelly: the share of the full stake.")]
Patrons = Annotated[Whole, Parameter(help="How many patrons try.")]


def bankroll(
    game: Game,
    /,
    *wagers: Wagers,
    plan: PlanName = "flat",
    bankroll_: Brought = "1000",
    unit: Unit = "10",
    rounds: Rounds = 500,
    minimum: Minimum = None,
    maximum: Maximum = "5000",
    stop_loss: StopLoss = None,
    stop_win: StopWin = None,
    percent: Percent = 1.0,
    kelly: KellyShare = 1.0,
    patrons: Patrons = 10_000,
    seed: Seed = None,
    decks: Decks = DEFAULT_DECKS,
    cut: Cut = 14,
    cores: Cores = None,
    cluster: Cluster = None,
    output: Output = None,
    plot: Plot = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """How many patrons are ruined, what others take home, how deep they fall, how long it lasts.

    Each patron plays shoes of their own. A win or loss is of all wagers of a round
    together. A plan of your own is a function stakes() that yields units and is
    sent what they won.

    For example:

      punto bankroll tiger banker
      punto bankroll tiger banker --plan martingale --bankroll 5000 --stop-win 500 --plot out.svg
      punto bankroll tiger banker=5 tiger_tie --rounds 200 --json
      punto bankroll seven-up super_sevens --plan kelly --kelly 0.5 --bankroll 20000
    """
    from punto.simulation.bankroll import SessionPlan
    from punto.simulation.betting_systems import SystemChoice

    check_writable(rows=output, figure=plot)
    session = SessionPlan(
        task=_task(game_named(game), ShoeDealing(decks, cut), chosen_seed(seed), patrons),
        plan=SystemChoice(plan, percent, kelly, _source(plan)),
        wagers=_wagers(wagers),
        bankroll_cents=money.parse_cents(bankroll_),
        unit_cents=money.parse_cents(unit),
        rounds=rounds,
        minimum_cents=money.parse_cents(minimum or unit),
        maximum_cents=money.parse_cents(maximum),
        stop_loss_cents=None if stop_loss is None else money.parse_cents(stop_loss),
        stop_win_cents=None if stop_win is None else money.parse_cents(stop_win),
    )
    session = _prepared(session)
    with worker_pool(cores, cluster, SHARE_OF_PATRONS) as crew:
        fortunes = _tried(session, patrons, crew)
    _show(session, fortunes, patrons, output, plot, lang, as_json)


def _task(book: Rulebook, dealing: ShoeDealing, seed: int, patrons: int) -> "ShoeTask":
    from punto.simulation import runs
    from punto.simulation.shoe_play import ShoeTask

    if not 1 <= patrons <= MAX_PATRONS:
        raise ValueError(f"{patrons} patrons; expected 1 to {MAX_PATRONS:,}")
    task = ShoeTask(book, dealing, seed)
    runs.check(task, patrons)
    return task


def _prepared(session: "SessionPlan") -> "SessionPlan":
    """The session with the count that its plan goes by; mistakes in a plan are found here."""
    from punto.simulation.betting_systems import betting_system
    from punto.simulation.card_counting import best_linear_count

    betting_system(session.plan, 1, 1.0)
    if session.plan.name != "kelly":
        return session
    if len(session.wagers) != 1:
        raise ValueError("kelly goes by the count of one wager; expected one wager")
    [(key, _)] = session.wagers
    with announce("working out exact effects of removal"):
        count = best_linear_count(session.task.book, key, session.task.dealing.decks)
    return replace(session, count=count)


def _show(
    session: "SessionPlan",
    fortunes: "BankrollResults",
    patrons: int,
    output: Path | None,
    plot: Path | None,
    lang: str,
    as_json: bool,
) -> None:
    from punto.reports.simulations.bankroll import bankroll_record, bankroll_rows, bankroll_sheet

    if output is not None:
        write_rows(output, bankroll_rows(fortunes))
    if plot is not None:
        from punto.reports.simulations.figures import bankroll_figure

        write_figure(plot, bankroll_figure(session, fortunes))
    is_stopped = fortunes.played < patrons
    if as_json:
        show_record(bankroll_record(session, fortunes, is_stopped))
    else:
        show_sheet(bankroll_sheet(session, fortunes, is_stopped), lang)


def _tried(session: "SessionPlan", patrons: int, crew: "WorkerPool") -> "BankrollResults":
    """Lets patrons play until all have or somebody presses Ctrl-C."""
    from punto.simulation import runs
    from punto.simulation.bankroll import empty_results, simulate_patrons

    with announce_first_play():
        simulate_patrons(session, 0, 1)
    results = begun = empty_results(session)
    try:
        with bar(session.plan.name, patrons, "rounds") as progress:
            for results in runs.run(partial(simulate_patrons, session), patrons, crew, begun):
                progress(results.played, int(results.rounds.sum()))
    except KeyboardInterrupt:
        if not results.played:
            raise ValueError("stopped before the first patrons were done") from None
    return results


def _wagers(words: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Each wager with how many times the stake it gets."""
    found: dict[str, int] = {}
    for word in words:
        key, equals, times = word.partition("=")
        if key in found or (
            equals and not (times.isascii() and times.isdigit() and len(times) < 5)
        ):
            raise ValueError(
                f"{word!r:.60}; expected each wager once, as in banker, or with a whole number of "
                "times the stake, as in tie=2"
            )
        found[key] = int(times) if equals else 1
    return tuple(found.items())


def _source(plan: str) -> str:
    """The text of somebody's own plan, empty for one of ours."""
    if not plan.endswith(".py"):
        return ""
    try:
        return Path(plan).read_text(encoding="utf-8") or "pass"
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{plan} cannot be read: {load_error(error)}") from None
