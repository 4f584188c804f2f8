"""Check the invariants of a simulated day, and find commands that end a round."""

import random
from collections.abc import Mapping

from punto.audit import Report, UnreadableFile, audit
from punto.certification.days.irregularities import TableScene
from punto.certification.days.steps import next_commands
from punto.core.irregularities import Remedy, Trigger
from punto.devices.virtual_shoe import VirtualShoe
from punto.floor.streams.owner import StreamOwner
from punto.journal.protocol import Journal
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.accounts import may_be_below_zero
from punto.messages.render import render
from punto.reports.descriptions.findings import describe_finding
from punto.table.decide import decide
from punto.table.evolve import evolve
from punto.table.next_step import next_step
from punto.table.refusals import Refusal
from punto.table.state import BETWEEN_ROUNDS, IN_ROUND, Phase, Table

OF_A_ROUND = {Remedy.VOID, Remedy.OFFER_WITHDRAWAL, Remedy.REOPEN_BETS}
"""Remedies that are possible only in a round."""


class InvariantViolated(AssertionError):
    """Raised if an invariant is false."""


def check_money(journal: Journal, table: Table) -> None:
    """V1: accounts add up to zero, no patron owes money, and stakes match those of the round."""
    balances = journal.balances()
    _require("V1", sum(balances.values()) == 0, "accounts do not sum to zero")
    for account, cents in balances.items():
        _require("V1", cents >= 0 or may_be_below_zero(account), f"{account} holds {cents}")
    staked = _staked(balances)
    expected = table.round.staked_cents if table.round and table.phase in IN_ROUND else 0
    _require("V1", staked == expected, f"{staked} cents at stake, {expected} in the round")


def check_replay(before: StreamOwner[Table], after: StreamOwner[Table]) -> None:
    """V2, V4 and V9: a reader of the journal finds all entries, in order, and the same state."""
    _require("V4", after.version == before.version, "entries are missing or were added")
    _require("V9", after.state == before.state, "the journal gives another state")


def check_round(table: Table) -> None:
    """V5 and V6: wagers belong to rounds in progress, and an ended round stays ended."""
    if table.phase in (Phase.SETTLED, Phase.VOID):
        _require("V6", not table.current.sets, "stakes in an ended round")
        held = {
            item.step.remedy
            for place, item in enumerate(table.pending_steps)
            # A pending report of a wrong number may still reverse a settled round.
            if item.step is not None and not (place and item.trigger is Trigger.WRONG_NUMBER)
        }
        _require("V6", not held & OF_A_ROUND, "an ended round is on hold")
    if table.phase in (Phase.DEALING, Phase.COMPLETE):
        _require("V5", table.current.is_confirmed, "a card before the participants were confirmed")


def check_can_finish(table: Table, shoe: VirtualShoe | None) -> None:
    """V10: from any state, the commands of people and devices can end the round."""
    where = stuck_phase(table, shoe)
    _require("V10", not where, where)


def check_audit(journal: Journal) -> Report | None:
    """Check all invariants again with the independent auditor, if the journal is a file."""
    if not (isinstance(journal, SqliteJournal) and journal.path.is_file()):
        return None
    try:
        report = audit(journal.path)
    except UnreadableFile as error:
        raise InvariantViolated(f"audit: {error}") from None
    _require(
        "audit",
        report.is_clean,
        "; ".join(render(describe_finding(each), "en") for each in report.findings[:3]),
    )
    return report


def _staked(balances: Mapping[str, int]) -> int:
    return sum(cents for account, cents in balances.items() if account.startswith("stakes/"))


def _require(name: str, holds: bool, words: str) -> None:
    if not holds:
        raise InvariantViolated(f"{name}: {words}")


# Commands that end a round

MAX_STEPS = 60
"""More steps than any round needs: six cards, each passed and exposed, and every remedy once."""


class _Never(random.Random):
    """A random source for scenes without chance: no event with a probability happens."""

    def random(self) -> float:
        return 0.999


def stuck_phase(table: Table, shoe: VirtualShoe | None) -> str:
    """Describe where the round gets stuck, or return an empty string if it ends."""
    for _ in range(MAX_STEPS):
        if table.phase is Phase.CLOSED or (
            table.phase in BETWEEN_ROUNDS and not table.pending_steps
        ):
            return ""
        refusals: list[str] = []
        for command, by in next_commands(TableScene(_Never(0), table, shoe)):
            decision = decide(table, command, by)
            if isinstance(decision, tuple) and decision:
                for event in decision:
                    table = evolve(table, event)
                break
            code = decision.code if isinstance(decision, Refusal) else "nothing"
            refusals.append(f"{type(command).__name__}: {code}")
        else:
            reasons = ", ".join(refusals) or "no command fits"
            return f"{_where(table)}, because the table accepts no command ({reasons})"
    return f"{_where(table)}, after {MAX_STEPS} steps"


def _where(table: Table) -> str:
    held = f", on hold for {table.pending_steps[0].trigger}" if table.pending_steps else ""
    return f"stuck {table.phase} before {next_step(table)}{held}"
