"""`punto bankroll`: what a way of staking does to a bankroll."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli.files import check_writable, write_figure, write_rows
from punto.cli.options import Decks, Game, Json, Language
from punto.cli.progress import announced, bar, first_play
from punto.cli.screen import show, show_record
from punto.cli.shoes import Cluster, Cores, Cut, Output, Plot, Seed, chosen_seed, crew_for
from punto.core import money
from punto.library import game as game_named
from punto.questions import USUAL_DECKS
from punto.simulation.procedure import Procedure

if TYPE_CHECKING:
    # Loaded when something is played, so that help comes at once.
    from punto.simulation.bankroll import Fortunes, Session
    from punto.simulation.runs import Crew

MOST_PATRONS = 10**8
SHARE_OF_PATRONS = 512


def bankroll(
    game: Game,
    /,
    *wagers: Annotated[
        str, Parameter(help="A wager, or one with how many times the stake: banker tie=2.")
    ],
    plan: Annotated[
        str,
        Parameter(
            help="flat, percentage, martingale, fibonacci, dalembert, labouchere, oscars-grind, "
            "1-3-2-6, kelly, or a Python file with a function stakes()."
        ),
    ] = "flat",
    bankroll_: Annotated[str, Parameter(name="--bankroll", help="Dollars brought.")] = "1000",
    unit: Annotated[str, Parameter(help="Dollars a unit of the plan.")] = "10",
    rounds: Annotated[int, Parameter(help="Rounds at most.")] = 500,
    minimum: Annotated[str | None, Parameter(help="The table's minimum; a unit.")] = None,
    maximum: Annotated[str, Parameter(help="The table's maximum a wager.")] = "5000",
    stop_loss: Annotated[str | None, Parameter(help="Leave after losing so much.")] = None,
    stop_win: Annotated[str | None, Parameter(help="Leave after winning so much.")] = None,
    percent: Annotated[float, Parameter(help="For percentage: of the bankroll.")] = 1.0,
    kelly: Annotated[float, Parameter(help="For kelly: the share of the full stake.")] = 1.0,
    patrons: Annotated[int, Parameter(help="How many patrons try.")] = 10_000,
    seed: Seed = None,
    decks: Decks = USUAL_DECKS,
    cut: Cut = 14,
    cores: Cores = None,
    cluster: Cluster = None,
    output: Output = None,
    plot: Plot = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """How many patrons are ruined, what others take home, how deep they fall, how long it lasts.

    Each patron plays shoes of their own. A win or loss is of all wagers of a round together. A file
    of your own has a function stakes() that yields units and is sent what the last stake won:

      def stakes():
          units = 1
          while True:
              won = yield units
              units = 1 if won > 0 else units + 1

    For example:

      punto bankroll tiger banker
      punto bankroll tiger banker --plan martingale --bankroll 5000 --stop-win 500 --plot out.svg
      punto bankroll tiger banker=5 tiger_tie --rounds 200 --json
      punto bankroll seven-up super_sevens --plan kelly --kelly 0.5 --bankroll 20000
    """
    from punto.pages.bankroll import bankroll_page, bankroll_record, bankroll_rows
    from punto.simulation import runs
    from punto.simulation.bankroll import Session
    from punto.simulation.counting import best_linear_count
    from punto.simulation.playing import Task
    from punto.simulation.staking import Chosen, plan_for

    book = game_named(game)
    task = Task(book, Procedure(decks, cut), chosen_seed(seed))
    if not 1 <= patrons <= MOST_PATRONS:
        raise ValueError(f"{patrons} patrons; expected 1 to {MOST_PATRONS:,}")
    runs.check(task, patrons)
    check_writable(output, figure=plot)
    staked, chosen = _wagers(wagers), Chosen(plan, percent, kelly, _source(plan))
    is_counter = plan == "kelly"
    if is_counter and len(staked) != 1:
        raise ValueError("kelly goes by the count of one wager; expected one wager")
    session = Session(
        task=task,
        plan=chosen,
        wagers=staked,
        bankroll_cents=money.cents(bankroll_),
        unit_cents=money.cents(unit),
        rounds=rounds,
        minimum_cents=money.cents(minimum or unit),
        maximum_cents=money.cents(maximum),
        stop_loss_cents=None if stop_loss is None else money.cents(stop_loss),
        stop_win_cents=None if stop_win is None else money.cents(stop_win),
    )
    # A mistake in somebody's own plan is found before anything is played.
    plan_for(chosen, 1, 1.0)
    if is_counter:
        with announced("working out exact effects of removal"):
            session = replace(session, count=best_linear_count(book, staked[0][0], decks))
    with crew_for(cores, cluster, SHARE_OF_PATRONS) as crew:
        fortunes = _tried(session, patrons, crew)
    if output is not None:
        write_rows(output, bankroll_rows(fortunes))
    if plot is not None:
        from punto.pages.simulation_figures import bankroll_figure

        write_figure(plot, bankroll_figure(session, fortunes))
    if as_json:
        show_record(bankroll_record(session, fortunes))
    else:
        show(bankroll_page(session, fortunes, lang, fortunes.done < patrons))


def _tried(session: "Session", patrons: int, crew: "Crew") -> "Fortunes":
    """Lets patrons play until all have or somebody presses Ctrl-C."""
    from punto.simulation import runs
    from punto.simulation.bankroll import no_fortunes, tried

    with first_play():
        tried(session, 0, 1)
    done = begun = no_fortunes(session)
    try:
        with bar(session.plan.name, patrons, "rounds") as tell:
            for done in runs.run(partial(tried, session), patrons, crew, begun):
                tell(done.done, int(done.rounds.sum()))
    except KeyboardInterrupt:
        if not done.done:
            raise ValueError("stopped before the first patrons were done") from None
    return done


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
        raise ValueError(f"{plan} cannot be read: {error}") from None
