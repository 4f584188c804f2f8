"""List all tables for the lobby, with the help and the odds of each table."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from punto.api import odds_of
from punto.core.facts import Winner
from punto.floor.lobby.help import TableHelp, table_help
from punto.floor.plan import TablePlan
from punto.floor.public_view.layout import mode_of
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.public_view.table_view import shoe_counters
from punto.floor.read_models.table_history import LETTERS
from punto.reports.descriptions import table_state
from punto.reports.descriptions.names import game_message, wager_message
from punto.table.state import Phase
from punto.table.views import public_phase

LAST_IN_VIEW = 24


def lobby(tables: Iterable[TableReplica]) -> dict[str, Any]:
    """The rows of the lobby, one per table."""
    return {"tables": [_row(replica) for replica in tables]}


def _row(replica: TableReplica) -> dict[str, Any]:
    plan, table, history = replica.effective_plan, replica.state, replica.history
    limits = plan.settings.limits
    shoe, phase = table.shoe, public_phase(table)
    return {
        "table": plan.key,
        "name": plan.name,
        "number": plan.number,
        "game": plan.book.key,
        "title": game_message(plan.book),
        "mode": mode_of(plan.book),
        "phase": phase,
        "phase_words": table_state.OUT_OF_SERVICE if replica.failure else table_state.PHASES[phase],
        "round": table.rounds,
        "limits": {
            "minimum_cents": min(each.minimum_cents for each in limits),
            "maximum_cents": max(each.maximum_cents for each in limits),
        },
        "seats": plan.settings.positions,
        "taken": len(table.seats),
        "last": [LETTERS[Winner(each.ending.winner)] for each in history.results[-LAST_IN_VIEW:]],
        "shoe": None
        if shoe is None
        else {"number": history.shoes, "cards_out": shoe.cards_out, "cards": shoe.cards},
        "roads": msgspec.Raw(replica.view_cache.roads()[1]),
        "timer": replica.countdown().timer if table.phase is Phase.BETS_OPEN else None,
        "counters": shoe_counters(plan.book, history),
    }


@lru_cache(maxsize=256)
def plan_help(plan: TablePlan) -> TableHelp:
    """The help of a table: rules, pays, odds, limits, and what happens when things go wrong."""
    odds = odds_of(plan.book, plan.settings.decks)
    return table_help(plan.book, odds, plan.settings)


@lru_cache(maxsize=256)
def odds_view(plan: TablePlan) -> dict[str, Any]:
    """The odds of every wager on offer, for a full shoe."""
    decks = plan.settings.decks
    return {
        "decks": decks,
        "wagers": [
            {
                "wager": each.wager.key,
                "label": wager_message(each.wager),
                "win": f"{float(each.win):.6f}",
                "push": f"{float(each.push):.6f}",
                "hit": f"{float(each.win):.6f}",
                "edge": f"{float(each.house_edge):.6f}",
            }
            for each in odds_of(plan.book, decks)
            if each.wager.key in plan.settings.offered_wagers
        ],
        "live": None,
    }
