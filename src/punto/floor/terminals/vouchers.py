"""Vouchers carry the credit of a visit away from a terminal; receipts prove accepted stakes.

Both have a mark of the house's key, so neither can be forged without it.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from punto.floor.read_models.history import History
from punto.floor.read_models.table_history import AcceptedSet
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.aggregates import CAGE, SUM_CHANGED, VOUCHER_SPENT
from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.owner import CommandAnswer, Committed
from punto.floor.tasks import ReaderThread
from punto.floor.terminals.enrolment import terminal_request
from punto.floor.wire import terminal as wire
from punto.floor.wire.receipts import receipt_of
from punto.journal.entry import format_time
from punto.journal.keys import Key, KeyVersion
from punto.journal.protocol import Journal
from punto.journal.reader import JournalReader
from punto.ledger import accounts, vouchers
from punto.ledger.cage import CollectCredit, CreditCollected, RedeemVoucher
from punto.ledger.drawers import CageRefusal
from punto.ledger.vouchers import VOUCHER_DAYS
from punto.reports.formats.barcodes import code_128
from punto.table.refusals import No, Refusal

NOT_A_VOUCHER = FloorRefusal.NOT_A_VOUCHER.at()
OTHER_KIND = CageRefusal.VOUCHER_KIND.at()
VOUCHER_EXPIRED = FloorRefusal.VOUCHER_EXPIRED.at()
ID_REUSED = No.ID_REUSED.code
WAGER_OPEN = FloorRefusal.WAGER_OPEN.at()


class Vouchers:
    """The vouchers and receipts that a floor issues and redeems."""

    def __init__(
        self,
        cage: CommandQueue,
        journal: Journal,
        history: History,
        house_key: Key,
        clock: Callable[[], datetime],
        reader: ReaderThread,
    ) -> None:
        self._cage, self._journal, self._history = cage, journal, history
        self._key, self._clock, self._reader = house_key, clock, reader

    @property
    def is_demo(self) -> bool:
        """Whether this is a demo floor, which issues and redeems only demo vouchers."""
        return bool(self._cage.owner.state.is_demo)

    # Redeeming

    async def redeem(self, message: wire.RedeemVoucher, terminal: str, visit: str) -> CommandAnswer:
        """Redeem a voucher for credit, once."""
        found = self.redeemable(message.voucher)
        if isinstance(found, Refusal):
            return found
        number, cents = found
        command = RedeemVoucher(number, cents, visit)
        answer = await self._cage.submit(terminal_request(terminal, message.id, command))
        is_short = isinstance(answer, Refusal) and answer.code == SUM_CHANGED
        return VOUCHER_SPENT if is_short else answer

    def find(self, printed: str) -> tuple[str, int] | Refusal:
        """The number and value of a printed voucher, if it can be redeemed."""
        try:
            number = vouchers.parse_voucher(printed, self._marks())
        except ValueError:
            return NOT_A_VOUCHER
        if vouchers.is_demo(number) is not self.is_demo:
            return OTHER_KIND
        cents = self._journal.balance(accounts.voucher(number))
        record = self._history.cage.vouchers.get(number)
        if cents == 0 or record is None:
            return VOUCHER_SPENT
        return VOUCHER_EXPIRED if self.is_expired(record.issued) else (number, cents)

    def redeemable(self, printed: str) -> tuple[str, int] | Refusal:
        """The number and value to redeem at the cage; also of a voucher that is spent already.

        Only the cage can tell whether a repeat of the same request has redeemed it.
        """
        found = self.find(printed)
        if found is not VOUCHER_SPENT:
            return found
        # This same request may have redeemed it, and its answer was lost.
        number = vouchers.parse_voucher(printed, self._marks())
        record = self._history.cage.vouchers.get(number)
        return VOUCHER_SPENT if record is None else (number, record.cents)

    def is_expired(self, issued: str) -> bool:
        """Whether a voucher that was issued at this time has expired."""
        return self._clock() >= datetime.fromisoformat(issued) + timedelta(days=VOUCHER_DAYS)

    # Collecting

    async def collect(
        self, message: wire.CollectCredit, terminal: str, visit: str
    ) -> CommandAnswer:
        """Turn all credit of a visit into a voucher.

        A repeat gets the same voucher, even if the visit is over or the key has a newer version.
        """
        number = self._number_from(self._key.newest, terminal, message.id)
        request = terminal_request(
            terminal, message.id, CollectCredit(visit, message.cents, number)
        )
        answer = await self._cage.submit(request)
        if not isinstance(answer, Refusal):
            return answer
        if answer.code == SUM_CHANGED:
            return self.collect_refusal(visit) or answer
        if answer.code == ID_REUSED:
            collect = partial(_earlier_collect, id_=request.id, cents=message.cents)
            return await self._reader.read(collect) or answer
        return answer

    def collect_refusal(self, visit: str) -> Refusal | None:
        """The refusal if a claim or an open wager keeps a visit from ending."""
        claim_cents = self._history.cage.claims.get(visit, 0)
        if claim_cents:
            is_owed = claim_cents < 0
            return (FloorRefusal.CLAIM_OWED if is_owed else FloorRefusal.CLAIM_OPEN).at(
                sum=abs(claim_cents)
            )
        so_far = self._history.visits.get(visit)
        return WAGER_OPEN if so_far is not None and so_far.staked_cents else None

    async def voucher(
        self, answer: Committed, terminal: str, id_: str, game_number: str | None
    ) -> wire.Voucher:
        """Return the voucher that a request has issued, as the terminal prints it."""
        event = collected(answer)
        versions = self._key.newest_first
        issuer = (
            each for each in versions if self._number_from(each, terminal, id_) == event.number
        )
        mark = next(issuer, self._key.newest).mac
        printed = vouchers.format_voucher(event.number, mark)
        issued = await self._issued_at(event.number, answer.number)
        expires = datetime.fromisoformat(issued) + timedelta(days=VOUCHER_DAYS)
        return wire.Voucher(
            number=printed,
            cents=event.cents,
            issued=issued,
            expires=format_time(expires),
            terminal=terminal,
            game_number=game_number,
            barcode_svg=code_128(printed.replace("-", "")),
            is_demo=vouchers.is_demo(event.number),
        )

    async def _issued_at(self, number: str, entry: int) -> str:
        """Return when a voucher was issued, from memory or from its entry in the journal."""
        record = self._history.cage.vouchers.get(number)
        if record is not None:
            return record.issued
        return await self._reader.read(lambda reader: next(reader.read(CAGE, entry - 1)).entry.at)

    def _number_from(self, secret: KeyVersion, terminal: str, id_: str) -> str:
        return voucher_number(secret, f"{terminal}/{id_}", is_demo=self.is_demo)

    def _marks(self) -> list[vouchers.Mac]:
        return [secret.mac for secret in self._key.newest_first]

    # Receipts

    def receipt(
        self, terminal: str, table: str, round_: int, accepted: AcceptedSet, digest: str
    ) -> wire.WagerReceipt:
        """The receipt for accepted stakes, with a mark of the house's key."""
        return receipt_of(self._key, terminal, table, round_, accepted, digest)


def collected(answer: Committed) -> CreditCollected:
    """Return the event by which a request has collected the credit of a visit."""
    return next(event for event in answer.events if isinstance(event, CreditCollected))


def _earlier_collect(reader: JournalReader, id_: str, cents: int) -> Committed | None:
    """Return the earlier answer to a request that has collected a sum, perhaps long ago."""
    found = reader.find_entry(CAGE, id_)
    assert found is not None, "an id that is in use has an entry"
    number, entry = found
    is_same = any(isinstance(e, CreditCollected) and e.cents == cents for e in entry.events)
    return Committed(number, entry.events, is_repeat=True) if is_same else None


def voucher_number(secret: KeyVersion, id_: str, *, is_demo: bool) -> str:
    """The number of the voucher that a request at the cage issues, under a version of the key."""
    kind = vouchers.DEMO if is_demo else ""
    return kind + secret.mac(f"{kind}voucher {id_}".encode())[: vouchers.NUMBER_BYTES].hex()
