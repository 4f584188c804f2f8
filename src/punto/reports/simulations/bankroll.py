"""Format the results of a bankroll simulation as a sheet, a record and rows per patron."""

import numpy as np

from punto.core import money
from punto.core.rulebook import Words
from punto.pages import simulation_words as words
from punto.reports.formats.sheet import Paragraph, Sheet, SheetColumn, SheetTable
from punto.reports.games.odds import percent
from punto.reports.simulations.results import Row, dealing_record, dealing_sentence
from punto.simulation.bankroll import BankrollResults, ExitReason, SessionPlan, expected_return

QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
REASONS = {
    ExitReason.RUINED: words.RUINED,
    ExitReason.STOPPED_LOSS: words.STOPPED_LOSS,
    ExitReason.STOPPED_WIN: words.STOPPED_WIN,
    ExitReason.PLAYED_OUT: words.PLAYED_OUT,
}


def bankroll_sheet(
    session: SessionPlan, fortunes: BankrollResults, language: str = "en", is_stopped: bool = False
) -> Sheet:
    """Ruin, results, drawdown and time at the table, and an honest sentence."""
    book = session.task.book
    lines = [
        words.PATRONS.in_(language).format(
            patrons=f"{fortunes.played:,}",
            rounds=f"{session.rounds:,}",
            bankroll=money.format_cents(session.bankroll_cents),
            unit=money.format_cents(session.unit_cents),
        ),
        f"{dealing_sentence(book, session.task.dealing, language)}, seed {session.task.seed}",
    ]
    if is_stopped:
        lines.insert(0, words.STOPPED.in_(language))
    honest = words.COUNT_HELPS if session.count is not None else words.NO_PLAN_HELPS
    edge = percent(-expected_return(session))
    title = words.BANKROLL_TITLE.in_(language).format(
        game=book.name.in_(language), plan=session.plan.name
    )
    return Sheet(
        title,
        (
            Paragraph(tuple(lines)),
            _figures(session, fortunes, language),
            _quantiles(fortunes, language),
            Paragraph((honest.in_(language).format(edge=edge),)),
        ),
    )


def _figures(session: SessionPlan, fortunes: BankrollResults, language: str) -> SheetTable:
    record = bankroll_record(session, fortunes)
    shares = [
        (REASONS[left], f"{100 * fortunes.share_that(left):.3f} %")
        for left in REASONS
        if fortunes.share_that(left) or left is ExitReason.RUINED
    ]
    amounts = [
        (words.MEAN_RESULT, "mean_result_cents"),
        (words.MEDIAN_RESULT, "median_result_cents"),
        (words.DEVIATION_RESULT, "deviation_cents"),
        (words.STAKED, "mean_staked_cents"),
        (words.MEAN_DRAWDOWN, "mean_drawdown_cents"),
        (words.WORST_DRAWDOWN, "drawdown_95_cents"),
    ]
    rows: list[tuple[Words, str]] = [
        *shares,
        (words.AHEAD, f"{100 * float(str(record['share_ahead'])):.3f} %"),
        *((label, _written(record[name])) for label, name in amounts),
        (words.LOST_PER_STAKED, f"{float(str(record['result_per_unit'])):+.5f}"),
    ]
    if session.count is None:
        rows.append((words.EXPECTED, f"{float(expected_return(session)):+.5f}"))
    rows.append((words.MEAN_ROUNDS, f"{float(str(record['mean_rounds'])):,.1f}"))
    return SheetTable(
        columns=(
            SheetColumn(words.FIGURE.in_(language)),
            SheetColumn(words.VALUE.in_(language), is_figure=True),
        ),
        rows=tuple((label.in_(language), value) for label, value in rows),
    )


def _quantiles(fortunes: BankrollResults, language: str) -> SheetTable:
    heads = (words.QUANTILE, words.RESULT)
    return SheetTable(
        columns=tuple(SheetColumn(each.in_(language), is_figure=True) for each in heads),
        rows=tuple(
            (f"{100 * share:.0f} %", _written(np.quantile(fortunes.results, share)))
            for share in QUANTILES
        ),
        title=words.QUANTILES_TITLE.in_(language),
    )


def _written(cents: object) -> str:
    return money.format_cents(round(float(str(cents))))


def bankroll_record(
    session: SessionPlan, fortunes: BankrollResults, is_stopped: bool = False
) -> Row:
    """The figures for a program."""
    results, staked = fortunes.results, int(fortunes.staked.sum())
    return {
        "game": session.task.book.key,
        "plan": session.plan.name,
        "wagers": dict(session.wagers),
        "seed": session.task.seed,
        "stopped": is_stopped,
        "procedure": dealing_record(session.task.dealing),
        "rounds": session.rounds,
        "patrons": fortunes.played,
        "bankroll_cents": session.bankroll_cents,
        "unit_cents": session.unit_cents,
        "left": {left.name.lower(): fortunes.share_that(left) for left in ExitReason},
        "share_ahead": float((results > 0).mean()),
        "mean_result_cents": float(results.mean()),
        "median_result_cents": float(np.median(results)),
        "deviation_cents": float(results.std()),
        "mean_staked_cents": staked / fortunes.played,
        "result_per_unit": int(results.sum()) / staked if staked else 0.0,
        "exact_per_unit": float(expected_return(session)),
        "mean_drawdown_cents": float(fortunes.drawdowns.mean()),
        "drawdown_95_cents": float(np.quantile(fortunes.drawdowns, 0.95)),
        "mean_rounds": float(fortunes.rounds.mean()),
        "quantiles_cents": {share: float(np.quantile(results, share)) for share in QUANTILES},
    }


def bankroll_rows(fortunes: BankrollResults) -> list[Row]:
    """One row a patron, for a file."""
    return [
        {
            "patron": at,
            "result_cents": int(fortunes.results[at]),
            "staked_cents": int(fortunes.staked[at]),
            "drawdown_cents": int(fortunes.drawdowns[at]),
            "rounds": int(fortunes.rounds[at]),
            "left": ExitReason(int(fortunes.left[at])).name.lower(),
        }
        for at in range(fortunes.played)
    ]
