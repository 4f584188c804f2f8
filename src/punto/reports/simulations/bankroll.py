"""Format the results of a bankroll simulation as a sheet, a record and rows per patron."""

import numpy as np

from punto.core import money
from punto.messages.message import message
from punto.reports.descriptions.names import game_message
from punto.reports.formats.sheet import (
    CellFormat,
    Paragraph,
    Sheet,
    SheetColumn,
    SheetTable,
    Text,
    figure_columns,
    percent,
    percent_figures,
    sheet_table,
)
from punto.reports.simulations.results import Row, dealing_record, dealing_sentence
from punto.simulation.bankroll import BankrollResults, ExitReason, SessionPlan, expected_return

QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
REASONS = {
    ExitReason.RUINED: message("bankroll.ruined"),
    ExitReason.STOPPED_LOSS: message("bankroll.stopped-loss"),
    ExitReason.STOPPED_WIN: message("bankroll.stopped-win"),
    ExitReason.PLAYED_OUT: message("bankroll.played-out"),
}


def bankroll_sheet(
    session: SessionPlan, fortunes: BankrollResults, is_stopped: bool = False
) -> Sheet:
    """Ruin, results, drawdown and rounds played, and whether the plan changes the edge."""
    book = session.task.book
    lines = [
        message(
            "bankroll.patrons",
            patrons=fortunes.played,
            rounds=session.rounds,
            bankroll=session.bankroll_cents,
            unit=session.unit_cents,
        ),
        message(
            "bankroll.dealing",
            dealing=dealing_sentence(book, session.task.dealing),
            seed=str(session.task.seed),
        ),
    ]
    if is_stopped:
        lines.insert(0, message("simulation.stopped"))
    advice = message("bankroll.count-helps")
    if session.count is None:
        edge = percent_figures(-expected_return(session))
        advice = message("bankroll.no-plan-helps", edge=edge)
    title = message("bankroll.title", game=game_message(book), plan=session.plan.name)
    return Sheet(
        title,
        (
            Paragraph(tuple(lines)),
            _figures(session, fortunes),
            _quantiles(fortunes),
            Paragraph((advice,)),
        ),
    )


def _figures(session: SessionPlan, fortunes: BankrollResults) -> SheetTable:
    record = bankroll_record(session, fortunes)
    shares = [
        (REASONS[left], percent(fortunes.share_that(left), 3))
        for left in REASONS
        if fortunes.share_that(left) or left is ExitReason.RUINED
    ]
    amounts = [
        (message("bankroll.mean-result"), "mean_result_cents"),
        (message("bankroll.median-result"), "median_result_cents"),
        (message("bankroll.deviation"), "deviation_cents"),
        (message("bankroll.staked"), "mean_staked_cents"),
        (message("bankroll.mean-drawdown"), "mean_drawdown_cents"),
        (message("bankroll.worst-drawdown"), "drawdown_95_cents"),
    ]
    rows: list[tuple[Text, ...]] = [
        *shares,
        (message("bankroll.ahead"), percent(float(str(record["share_ahead"])), 3)),
        *((label, _written(record[name])) for label, name in amounts),
        (message("bankroll.result-per-unit"), f"{float(str(record['result_per_unit'])):+.5f}"),
    ]
    if session.count is None:
        rows.append((message("bankroll.exact-per-unit"), f"{float(expected_return(session)):+.5f}"))
    rows.append((message("bankroll.mean-rounds"), f"{float(str(record['mean_rounds'])):,.1f}"))
    return sheet_table(
        columns=(
            SheetColumn(message("column.figure")),
            SheetColumn(message("column.value"), CellFormat.FIGURE),
        ),
        rows=tuple(rows),
    )


def _quantiles(fortunes: BankrollResults) -> SheetTable:
    return sheet_table(
        columns=figure_columns(message("column.share-below"), message("column.result")),
        rows=tuple(
            (percent(share, 0), _written(np.quantile(fortunes.results, share)))
            for share in QUANTILES
        ),
        title=message("bankroll.quantiles"),
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
    """One row per patron, for a file."""
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
