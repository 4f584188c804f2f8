"""Derive rounds, results, visits and credit from the journal, for screens."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import msgspec
from msgspec import Struct

from punto.core import notation
from punto.core.facts import Winner
from punto.core.rulebook import Rulebook
from punto.core.settlement import SettledWager
from punto.core.tableau import ending
from punto.floor.read_models.cage import CageReadModel
from punto.floor.read_models.rulebooks import digest_in, reference_text
from punto.floor.read_models.significant_events import significant_event_views
from punto.floor.read_models.stored_values import StoredEvent, StoredTable, StoredView
from punto.floor.read_models.table_history import (
    LETTERS,
    AcceptedSet,
    PatronWager,
    Result,
    RoundEnd,
    RoundRecord,
    ShoeResult,
    TableHistory,
)
from punto.floor.streams.writer import CommittedEntry
from punto.journal.significant_events import LARGE_CENTS
from punto.ledger.cage import (
    CreditBought,
    CreditCollected,
    HandPaid,
    VisitBegun,
    VisitEnded,
    VoucherRedeemed,
)
from punto.reports.floor.period import Calendar
from punto.table import events
from punto.table.actors import ActorKind
from punto.table.events import WagersRemoved
from punto.table.evolve import evolve
from punto.table.stakes import Stake
from punto.table.state import Table

MAX_ROUNDS = 500
"""The number of rounds per table in memory. The journal's index finds older ones."""

MAX_EVENTS = 200
"""The number of significant events in memory."""


class VisitTotals(Struct):
    """The money that a visit brought and staked, and its rounds."""

    terminal: str
    since: str
    """The time of the first credit; before it, the start of the visit."""

    brought_cents: int = 0
    staked_cents: int = 0
    rounds: int = 0
    commission_cents: int = 0

    @property
    def played_since(self) -> str:
        """The time of the first credit, empty before it."""
        return self.since if self.brought_cents else ""

    def add_credit(self, cents: int, at: str) -> None:
        """Add the credit that a patron brings. The first credit starts their playing time."""
        if not self.brought_cents:
            self.since = at
        self.brought_cents += cents

    def add_settlement(
        self, book: Rulebook, had: Iterable[PatronWager], wagers: Iterable[PatronWager]
    ) -> None:
        """Add the commission of a settlement, and subtract that of the one it replaces."""
        self.commission_cents += _commission_cents(book, wagers) - _commission_cents(book, had)


class History(Struct):
    """The past of tables, visits and cage, after the entries so far."""

    large_cents: int = LARGE_CENTS
    calendar: Calendar = Calendar()
    tables: dict[str, TableHistory] = {}
    visits: dict[str, VisitTotals] = {}
    visit_at: dict[str, str] = {}
    """The visit in progress at each terminal."""

    cage: CageReadModel = msgspec.field(default_factory=CageReadModel)
    significant: list[StoredView] = []
    credit: dict[str, int] = {}
    rulebooks: dict[str, None] = {}
    """The digest of every rulebook under which a table was opened."""

    def table(self, stream: str) -> TableHistory:
        """Return the history of a table."""
        return self.tables.setdefault(stream, TableHistory())

    def net_cents(self, visit: str) -> int:
        """Return the win of a visit, below zero if it lost."""
        so_far = self.visits.get(visit)
        if so_far is None:
            return 0
        return self.balance_with_claims(visit) + so_far.staked_cents - so_far.brought_cents

    def balance_with_claims(self, visit: str) -> int:
        """Return the credit of a visit plus its claim at the cage, or less its debt there."""
        return self.credit_cents(visit) + self.cage.claims.get(visit, 0)

    def credit_cents(self, visit: str) -> int:
        """Return the credit of a visit after the entries so far."""
        return self.credit.get(visit, 0)

    def set_credit(self, visit: str, cents: int) -> None:
        """Set the credit of a visit whose earlier entries are not applied here."""
        self.credit[visit] = cents

    def apply(self, committed: CommittedEntry) -> None:
        """Apply an entry."""
        self.apply_transfers(committed)
        self.cage.apply(committed)
        last = committed.entry.events[-1] if committed.entry.events else None
        for event in committed.entry.events:
            handle = _CAGE.get(type(event))
            if handle is not None:
                handle(self, event, committed)
            elif type(event) in KINDS_AT_TABLE:
                self._at_table(event, committed, committed.state if event is last else None)

    def _at_table(self, event: Any, committed: CommittedEntry, after: Table | None) -> None:
        table = self.table(committed.stream)
        before, at = table.state, committed.entry.at
        if isinstance(event, events.BetsOpened):
            table.dealer_calls.clear()
            table.end = None
        if isinstance(event, CALLED):
            table.dealer_calls.append((at, StoredTable(before)))
        if before.book is not None:
            table.takings.add_round(event, self.calendar.day_of(at), before)
        if before.book is not None or isinstance(event, events.TableOpened):
            # The stream owner has computed this state already.
            table.state = after or evolve(before, event)
            if table.state.pending_steps:
                table.held_events.append(
                    StoredEvent(committed.number, at, committed.entry.by, event)
                )
            else:
                table.held_events.clear()
            about = at, committed.stream, committed.entry.by, self.large_cents
            if found := significant_event_views(event, before, table.state, *about):
                self.significant.append(StoredView(found))
                del self.significant[:-MAX_EVENTS]
        handle = _TABLE.get(type(event))
        if handle is not None:
            handle(self, event, committed)
        last = table.last
        if isinstance(event, ENDED) and last is not None and last.number == event.round:
            table.end = StoredEvent(committed.number, at, committed.entry.by, event)

    def apply_transfers(self, committed: CommittedEntry) -> None:
        """Apply only the transfers of an entry."""
        for each in committed.entry.transfers:
            for account, cents in ((each.source, -each.cents), (each.target, each.cents)):
                kind, _, rest = account.partition("/")
                if kind == "credit":
                    self.credit[rest] = self.credit.get(rest, 0) + cents
                elif kind == "stakes":
                    visit = self.visits.get(rest.partition("/")[0])
                    if visit is not None:
                        visit.staked_cents += cents

    # Events of the cage

    def _visit_begun(self, event: VisitBegun, committed: CommittedEntry) -> None:
        self.visits[event.visit] = VisitTotals(event.terminal, committed.entry.at)
        self.visit_at[event.terminal] = event.visit

    def _brought(self, event: CreditBought | VoucherRedeemed, committed: CommittedEntry) -> None:
        if event.visit in self.visits:
            self.visits[event.visit].add_credit(event.cents, committed.entry.at)

    def _left(
        self, event: CreditCollected | HandPaid | VisitEnded, _committed: CommittedEntry
    ) -> None:
        ended = self.visits.pop(event.visit, None)
        if ended is not None and self.visit_at.get(ended.terminal) == event.visit:
            del self.visit_at[ended.terminal]
        self.credit.pop(event.visit, None)

    # Events of a table

    def _opened(self, event: events.TableOpened, committed: CommittedEntry) -> None:
        table, digest = self.table(committed.stream), reference_text(event.rulebook)
        if table.rulebook not in ("", digest):
            # The roads of one game must not continue with the results of another.
            table.results.clear()
            table.revision += 1
        self.rulebooks[digest] = None
        table.rulebook, table.opened_with = digest, event.settings
        table.is_closed_by_staff = False

    def _closed(self, _event: events.TableClosed, committed: CommittedEntry) -> None:
        self.table(committed.stream).is_closed_by_staff = committed.entry.by.kind is ActorKind.STAFF

    def _shoe_loaded(self, event: events.ShoeLoaded, committed: CommittedEntry) -> None:
        table = self.table(committed.stream)
        table.shoes, table.commitment = table.shoes + 1, event.commitment
        settings = table.state.settings
        if settings is None or settings.starts_roads_after(len(table.results)):
            table.results.clear()
        table.revision += 1

    def _bets_opened(self, event: events.BetsOpened, committed: CommittedEntry) -> None:
        table = self.table(committed.stream)
        assert table.rulebook, "an open table has a rulebook"
        table.rounds[event.round] = RoundRecord(
            event.round,
            table.rulebook,
            committed.number,
            digest_in(event.rulebook),
            committed.entry.at,
        )
        if len(table.rounds) > MAX_ROUNDS:
            del table.rounds[next(iter(table.rounds))]

    def _placed(self, event: events.WagersPlaced, committed: CommittedEntry) -> None:
        current = self._current(committed)
        current.stakes[event.visit] = event.stakes
        accepted = AcceptedSet(committed.number, committed.entry.at, event.set, event.stakes)
        current.accepted.setdefault(event.visit, []).append(accepted)

    def _confirmed(self, event: events.ParticipantsConfirmed, committed: CommittedEntry) -> None:
        current = self._current(committed)
        for each in event.returned:
            self._give_back(current, each.visit, "void", event.source)

    def _withdrawn(self, event: events.WithdrawalAnswered, committed: CommittedEntry) -> None:
        self._give_back(self._current(committed), event.visit, "withdrawn", "", event.withdrawn)

    def _removed(self, event: WagersRemoved, committed: CommittedEntry) -> None:
        self._give_back(
            self._current(committed), event.visit, "removed", event.source, event.removed
        )

    def _settled(self, event: events.RoundSettled, committed: CommittedEntry) -> None:
        current, table = self._current(committed), self.table(committed.stream)
        current.cards, current.last_entry, current.is_over = event.cards, committed.number, True
        facts = ending(current.tableau)
        current.winner = LETTERS[Winner(facts.winner)]
        table.results.append(ShoeResult(event.round, facts))
        table.revision += 1
        self._take_wagers(current, event.wagers)
        for visit in {each.visit for each in event.wagers}:
            if visit in self.visits:
                self.visits[visit].rounds += 1

    def _take_wagers(self, current: RoundRecord, wagers: Iterable[events.WagerSettled]) -> None:
        """Record the settlement of a round, in place of an earlier one."""
        settled: dict[str, list[PatronWager]] = {}
        for each in wagers:
            line = current.book.wager(each.stake.wager).lines[each.line - 1] if each.line else None
            result: Result = "lost" if line is None else "push" if line.pays.is_push else "won"
            own = PatronWager(each.stake, each.line, each.returned_cents, result, "")
            settled.setdefault(each.visit, []).append(own)
        for visit, owns in settled.items():
            back = [own for own in current.wagers.get(visit, ()) if own.source]
            self._store_wagers(current, visit, [*back, *owns])
            net = sum(own.returned_cents - own.stake.cents for own in owns)
            after = self.credit_cents(visit)
            current.credit[visit] = (after - net, after)

    def _store_wagers(self, current: RoundRecord, visit: str, wagers: list[PatronWager]) -> None:
        so_far, had = self.visits.get(visit), current.wagers.get(visit, ())
        if so_far is not None:
            so_far.add_settlement(current.book, had, wagers)
        current.wagers[visit] = wagers

    def _corrected(self, event: events.RoundCorrected, committed: CommittedEntry) -> None:
        """Record the corrected result of a round, also on the roads."""
        table = self.table(committed.stream)
        current = table.rounds.get(event.round)
        if current is None:
            return
        current.cards, current.last_entry = event.cards, committed.number
        facts = ending(current.tableau)
        current.winner = LETTERS[Winner(facts.winner)]
        self._take_wagers(current, event.wagers)
        table.results[:] = [
            ShoeResult(event.round, facts) if each.round == event.round else each
            for each in table.results
        ]
        table.revision += 1

    def _reversed(self, event: events.RoundReversed, committed: CommittedEntry) -> None:
        """Remove the result of a settled round."""
        table = self.table(committed.stream)
        table.results[:] = [each for each in table.results if each.round != event.round]
        table.revision += 1
        current = table.rounds.get(event.round)
        if current is None:
            return
        current.winner, current.last_entry = None, committed.number
        current.void = (event.trigger, event.source)
        for visit in {each.visit for each in event.wagers}:
            back = [
                PatronWager(each.stake, 0, 0, "reversed", event.source, _claim_cents(each))
                for each in event.wagers
                if each.visit == visit
            ]
            earlier = [own for own in current.wagers.get(visit, ()) if own.source]
            self._store_wagers(current, visit, [*earlier, *back])
            credit = self.credit_cents(visit)
            current.credit[visit] = (credit, credit)

    def _voided(self, event: events.RoundVoided, committed: CommittedEntry) -> None:
        current = self._current(committed)
        current.last_entry, current.is_over = committed.number, True
        current.void = (event.trigger, event.source)
        table = self.table(committed.stream).state
        if table.round is not None:
            current.cards = notation.format_round(table.round.tableau)
        for each in event.returned:
            self._give_back(current, each.visit, "void", event.source)

    def _give_back(
        self,
        current: RoundRecord,
        visit: str,
        result: Result,
        source: str,
        some: tuple[Stake, ...] | None = None,
    ) -> None:
        """Record the stakes of a visit that were returned: all of them, or `some`."""
        had = current.stakes.get(visit, ())
        back = had if some is None else some
        if not back:
            return
        current.stakes[visit] = tuple(each for each in had if each not in back)
        current.wagers.setdefault(visit, []).extend(
            PatronWager(stake, 0, stake.cents, result, source or "POLICY") for stake in back
        )
        credit = self.credit_cents(visit)
        current.credit[visit] = (credit, credit)

    def _current(self, committed: CommittedEntry) -> RoundRecord:
        current = self.table(committed.stream).last
        assert current is not None, "a round has begun"
        return current


_CAGE: Mapping[type, Any] = {
    VisitBegun: History._visit_begun,
    CreditBought: History._brought,
    VoucherRedeemed: History._brought,
    CreditCollected: History._left,
    HandPaid: History._left,
    VisitEnded: History._left,
}

_TABLE: Mapping[type, Any] = {
    events.TableOpened: History._opened,
    events.TableClosed: History._closed,
    events.ShoeLoaded: History._shoe_loaded,
    events.BetsOpened: History._bets_opened,
    events.WagersPlaced: History._placed,
    events.ParticipantsConfirmed: History._confirmed,
    events.WithdrawalAnswered: History._withdrawn,
    events.RoundSettled: History._settled,
    events.RoundVoided: History._voided,
    events.RoundReversed: History._reversed,
    events.RoundCorrected: History._corrected,
    WagersRemoved: History._removed,
}


def _claim_cents(undone: events.WagerSettled) -> int:
    """Return the amount that the cage owes for a reversed wager, below zero if the patron owes."""
    return undone.stake.cents - undone.returned_cents


def _commission_cents(book: Rulebook, wagers: Iterable[PatronWager]) -> int:
    """Return the commission of some wagers of a round."""
    rules = [(book.wager(each.stake.wager), each) for each in wagers if each.line]
    settled = (SettledWager(rule, own.stake.cents, rule.lines[own.line - 1]) for rule, own in rules)
    return sum(each.commission_cents for each in settled)


ENDED = get_args(RoundEnd)
"""The events that end or correct a round."""

CALLED = (events.BetsOpened, events.BetsClosed, events.CardDrawn, events.RoundSettled)
"""The events that a dealer announces."""

KINDS_AT_TABLE = frozenset(get_args(events.Event))
"""The kinds of events at a table."""
