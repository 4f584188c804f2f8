"""Sessions: terminals and their keys, visits, credit, vouchers and patrons' own limits."""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from punto.core import money
from punto.floor.read_models.history import History
from punto.floor.read_models.table_history import Accepted
from punto.floor.streams.aggregates import SUM_CHANGED, VOUCHER_SPENT, WORDS
from punto.floor.streams.command_queue import Inbox
from punto.floor.streams.owner import Answer, Asked, Done
from punto.floor.terminals.vouchers import drawn_number
from punto.floor.wire import terminal as wire
from punto.floor.wire.receipts import receipt_of
from punto.house.terminals import (
    Call,
    CallAttendant,
    PairTerminal,
    PatronLimits,
    SetLimits,
    TerminalPaired,
    limits_of,
)
from punto.journal.entry import written_time
from punto.journal.keys.key_ring import Key, Secret
from punto.journal.protocol import Journal
from punto.ledger import accounts, vouchers
from punto.ledger.cage import BeginVisit, BuyCredit, Collect, Collected, RedeemVoucher
from punto.ledger.drawers import NotAtCage
from punto.ledger.vouchers import VOUCHER_DAYS
from punto.reports.formats.barcodes import code_128
from punto.table.actors import HOUSE_CAGE, Actor, Kind
from punto.table.refusals import Refusal

KEY_BYTES = 32

NOT_A_VOUCHER = Refusal("not-a-voucher", "POLICY", "This is not a voucher of the house.")
OTHER_KIND = Refusal(NotAtCage.VOUCHER_KIND, "POLICY", WORDS[NotAtCage.VOUCHER_KIND])
VOUCHER_EXPIRED = Refusal("voucher-expired", "POLICY", "This voucher has expired.")
LOSS_LIMIT = Refusal("loss-limit", "POLICY", "That would pass the loss limit you have set.")
TIME_LIMIT = Refusal("time-limit", "POLICY", "The time limit you have set is reached.")
VISIT_OVER = Refusal("visit-over", "POLICY", "That visit is over; the next one begins now.")
WAGER_OPEN = Refusal("wager-open", "POLICY", "A wager is still open. Please wait for its round.")
OWES = "A round was corrected: {sum} is owed to the house. Please settle it at the cage first."
IS_OWED = "A round was corrected: {sum} waits at the cage. Please take it there first."


class Sessions:
    """Whoever is at a terminal, and what the cage does for them."""

    def __init__(
        self,
        terminals: Inbox,
        cage: Inbox,
        journal: Journal,
        history: History,
        house_key: Key,
        clock: Callable[[], datetime],
    ) -> None:
        self._terminals, self.cage, self._journal = terminals, cage, journal
        self._history, self._key, self._clock = history, house_key, clock
        self._beginning = asyncio.Lock()

    @property
    def is_demo(self) -> bool:
        """Whether this is a demo floor."""
        return bool(self.cage.desk.state.is_demo)

    # Terminals

    async def pair(self) -> tuple[str, str] | Refusal:
        """A new terminal with its key, of which the house keeps only a digest."""
        key = secrets.token_hex(KEY_BYTES)
        asked = Asked(secrets.token_hex(16), HOUSE_CAGE, PairTerminal(_digest(key)))
        answer = await self._terminals.ask(asked)
        if isinstance(answer, Refusal):
            return answer
        (paired,) = [event for event in answer.events if isinstance(event, TerminalPaired)]
        return paired.terminal, key

    def knows(self, terminal: str, key: str) -> bool:
        """Whether a key is the one of a terminal."""
        known = self._terminals.desk.state.keys.get(terminal, "")
        return hmac.compare_digest(known, _digest(key))

    def is_known(self, terminal: str) -> bool:
        """Whether there is such a terminal."""
        return terminal in self._terminals.desk.state.keys

    @property
    def terminals_known(self) -> int:
        """How many terminals there are."""
        return len(self._terminals.desk.state.keys)

    async def call(self, asked: wire.CallSomebody, terminal: str) -> Answer:
        """Has somebody come to a terminal."""
        command = CallAttendant(terminal, asked.table, asked.reason, asked.round)  # type: ignore[arg-type]
        return await self._terminals.ask(_asked(terminal, asked.id, command))

    async def call_pit(self, table: str, by: Actor, id_: str, words: str) -> Answer:
        """A dealer has whoever looks after the tables come."""
        command = CallAttendant(by.name, table, Call.PIT, None, words)
        return await self._terminals.ask(Asked(f"{by.name}/{id_}", by, command))

    # Visits

    def visit_at(self, terminal: str) -> str | None:
        """The visit under way at a terminal."""
        return self._history.visit_at.get(terminal)

    async def visit(self, terminal: str) -> str | Refusal:
        """The visit under way at a terminal, a new one if there is none."""
        async with self._beginning:
            visit = self.visit_at(terminal)
            if visit is not None:
                return visit
            visit = f"{terminal}-{self.cage.desk.state.events + 1}"
            asked = Asked(f"visit/{visit}", HOUSE_CAGE, BeginVisit(visit, terminal))
            answer = await self.cage.ask(asked)
            return answer if isinstance(answer, Refusal) else visit

    def is_over(self, visit: str) -> bool:
        """Whether a visit has ended, as it may while its terminal still speaks for it."""
        return visit not in self._history.visits

    def session(self, visit: str) -> wire.Session | None:
        """A visit so far, None once it is over."""
        if self.is_over(visit):
            return None
        so_far = self._history.visits[visit]
        limits = self.limits(visit)
        return wire.Session(
            since=so_far.played_since,
            net_cents=self._history.net_cents(visit),
            rounds=so_far.rounds,
            loss_limit_cents=limits.loss_cents,
            minutes_limit=limits.minutes,
            commission_cents=so_far.commission_cents,
        )

    def money(self, visit: str) -> wire.Money:
        """What a visit has, and how it stands."""
        history, so_far = self._history, self._history.visits[visit]
        credit, net = history.credit_cents(visit), history.net_cents(visit)
        played = so_far.rounds, so_far.commission_cents, so_far.played_since
        return wire.Money(credit, net, *played)

    # Limits

    def limits(self, visit: str) -> PatronLimits:
        """The limits a patron has set for the visit."""
        return limits_of(self._terminals.desk.state, visit, int(self._clock().timestamp()))

    async def set_limits(self, asked: wire.Limits, terminal: str, visit: str) -> Answer:
        """Takes a patron's own limits down."""
        limits = PatronLimits(asked.loss_cents, asked.minutes)
        command = SetLimits(visit, limits, int(self._clock().timestamp()))
        return await self._terminals.ask(_asked(terminal, asked.id, command))

    def over_limit(self, visit: str, added_cents: int) -> Refusal | None:
        """Why a patron's own limits forbid to stake so much more."""
        if added_cents <= 0:
            return None
        limits, so_far = self.limits(visit), self._history.visits[visit]
        if limits.minutes is not None:
            until = datetime.fromisoformat(so_far.since) + timedelta(minutes=limits.minutes)
            if self._clock() >= until:
                return TIME_LIMIT
        left = self._history.owned_cents(visit) - added_cents
        if limits.loss_cents is not None and so_far.brought_cents - left > limits.loss_cents:
            return LOSS_LIMIT
        return None

    # Money

    async def buy(self, asked: wire.Buy, terminal: str, visit: str) -> Answer:
        """Sell demo credit; the cage of a real-money floor refuses."""
        return await self.cage.ask(_asked(terminal, asked.id, BuyCredit(visit, asked.cents)))

    async def redeem(self, asked: wire.Redeem, terminal: str, visit: str) -> Answer:
        """Credit for a voucher, once."""
        found = self.to_redeem(asked.voucher)
        if isinstance(found, Refusal):
            return found
        number, cents = found
        answer = await self.cage.ask(
            _asked(terminal, asked.id, RedeemVoucher(number, cents, visit))
        )
        is_short = isinstance(answer, Refusal) and answer.code == SUM_CHANGED
        return VOUCHER_SPENT if is_short else answer

    def find(self, printed: str) -> tuple[str, int] | Refusal:
        """The number and worth of a voucher by what stands on it, if it can be redeemed."""
        try:
            number = vouchers.number_of(printed, self._marks())
        except ValueError:
            return NOT_A_VOUCHER
        if vouchers.is_demo(number) is not self.is_demo:
            return OTHER_KIND
        cents = self._journal.balance(accounts.voucher(number))
        if cents == 0 or number not in self._history.vouchers:
            return VOUCHER_SPENT
        issued, _ = self._history.vouchers[number]
        return VOUCHER_EXPIRED if self.is_expired(issued) else (number, cents)

    def to_redeem(self, printed: str) -> tuple[str, int] | Refusal:
        """The number and sum to ask the cage for, which alone knows by whose ask it was spent."""
        found = self.find(printed)
        if found is not VOUCHER_SPENT:
            return found
        # Perhaps by this very ask, whose answer was lost.
        number = vouchers.number_of(printed, self._marks())
        kept = self._history.cage.vouchers.get(number)
        return VOUCHER_SPENT if kept is None else (number, kept.cents)

    def is_expired(self, issued: str) -> bool:
        """Whether a voucher of a time is no longer good."""
        return self._clock() >= datetime.fromisoformat(issued) + timedelta(days=VOUCHER_DAYS)

    async def collect(self, asked: wire.CollectAll, terminal: str, visit: str) -> Answer:
        """All credit as a voucher, whose number follows from the id so that a repeat has it too."""
        number = self._number_from(self._drawn_by(terminal, asked.id), terminal, asked.id)
        command = Collect(visit, asked.cents, number)
        answer = await self.cage.ask(_asked(terminal, asked.id, command))
        if isinstance(answer, Refusal) and answer.code == SUM_CHANGED:
            return self.not_to_be_left(visit) or answer
        return answer

    def not_to_be_left(self, visit: str) -> Refusal | None:
        """What keeps a visit from ending, whatever its credit: a claim, or a wager."""
        claim_cents = self._history.cage.claims.get(visit, 0)
        if claim_cents:
            words = OWES if claim_cents < 0 else IS_OWED
            return Refusal(
                "claim-open", "POLICY", words.format(sum=money.written(abs(claim_cents)))
            )
        so_far = self._history.visits.get(visit)
        return WAGER_OPEN if so_far is not None and so_far.staked_cents else None

    def collected_from(self, asked: wire.CollectAll, terminal: str) -> str | None:
        """The visit whose credit an ask has turned into a voucher already, before a restart."""
        number = self._number_from(self._drawn_by(terminal, asked.id), terminal, asked.id)
        _, visit = self._history.vouchers.get(number, (None, None))
        return visit

    def _drawn_by(self, terminal: str, id_: str) -> Secret:
        """The version of the key that a voucher was drawn with; of one that is new, the newest."""
        for secret in self._key.newest_first:
            if self._number_from(secret, terminal, id_) in self._history.vouchers:
                return secret
        return self._key.newest

    def _number_from(self, secret: Secret, terminal: str, id_: str) -> str:
        return drawn_number(secret, f"{terminal}/{id_}", is_demo=self.is_demo)

    def _marks(self) -> list[vouchers.Mark]:
        return [secret.mark for secret in self._key.newest_first]

    def voucher(
        self, answer: Done, terminal: str, id_: str, game_number: str | None
    ) -> wire.Voucher | None:
        """The voucher that the answer to an ask brought."""
        for event in answer.events:
            if isinstance(event, Collected):
                mark = self._drawn_by(terminal, id_).mark
                printed = vouchers.printed(event.number, mark)
                issued, _ = self._history.vouchers[event.number]
                expires = datetime.fromisoformat(issued) + timedelta(days=VOUCHER_DAYS)
                return wire.Voucher(
                    number=printed,
                    cents=event.cents,
                    issued=issued,
                    expires=written_time(expires),
                    terminal=terminal,
                    game_number=game_number,
                    barcode_svg=code_128(printed.replace("-", "")),
                    is_demo=vouchers.is_demo(event.number),
                )
        return None

    def receipt(
        self, terminal: str, table: str, round_: int, accepted: Accepted, digest: str
    ) -> wire.BetReceipt:
        """What proves that stakes were accepted, signed by the house."""
        return receipt_of(self._key, terminal, table, round_, accepted, digest)


def _asked(terminal: str, id_: str, command: object) -> Asked:
    # Under the terminal's own name: what another one asked cannot be answered again here.
    return Asked(f"{terminal}/{id_}", Actor(Kind.PATRON, terminal), command)


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode(errors="surrogatepass")).hexdigest()
