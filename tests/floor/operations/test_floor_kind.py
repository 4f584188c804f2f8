"""A demo floor and a real-money floor, each behind real sockets, as an attacker meets them."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from punto.audit import audit
from punto.floor.floor import Floor
from punto.floor.operations.start_check import check_kind, record_kind, recorded_kind
from punto.floor.plan import FloorPlan
from punto.floor.software_identity import software_digest
from punto.floor.streams.aggregates import CAGE as STREAM
from punto.floor.streams.aggregates import cage_aggregate
from punto.floor.streams.owner import CommandRequest, StreamOwner
from punto.journal.errors import JournalError
from punto.journal.protocol import Journal, Snapshot
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.accounts import CAGE, DEMO
from punto.ledger.cage import BeginVisit, Cage
from punto.table.actors import HOUSE_CAGE
from tests.audit.lines import finding_lines
from tests.floor.cashier import Cashier
from tests.floor.playing import Served, plan_of, served
from tests.floor.working import PASSWORD, administrator, signed

MILLION = 1_000_000_00
SHOWN = plan_of("tiger")
REAL = plan_of("tiger", demo=False, second_factor="nobody", large_cents=2 * MILLION)


@asynccontextmanager
async def a_cashier(floor: Served) -> AsyncIterator[Cashier]:
    """A cashier whom the administrator has just enrolled, with an open shift."""
    async with administrator(floor) as admin:
        person = {
            "name": "C-1",
            "display_name": "Cashier 1",
            "position": None,
            "duties": ["cashier"],
        }
        code = (await admin.done("people", **person))["code"]
    async with signed(floor, "C-1", code) as member:
        await member.done("password", old=code, new=PASSWORD)
        cashier = Cashier(member.client)
        await cashier.done("OpenShift", float_cents=MILLION)
        yield cashier


def found_in(folder: Path) -> list[str]:
    return finding_lines(audit(folder / "floor.db").findings)


async def test_a_terminal_of_a_real_money_floor_sells_no_credit(tmp_path: Path) -> None:
    """An anonymous browser bought 1,000,000.00 and collected it; a cashier paid it in cash."""

    async with served(tmp_path, REAL) as floor, floor.terminal() as browser:
        assert browser.welcome["is_demo"] is False
        cage = floor.floor.cage.owner
        before = cage.version
        for _ in range(3):
            assert await browser.refused(type="buy", cents=MILLION) == "cashier-only"
        assert await browser.refused(type="collect", cents=MILLION) == "sum-changed"
        assert cage.version == before, "a refusal makes no entry"
        journal = floor.floor.journal
        assert not any(journal.balances().values())
    assert found_in(tmp_path) == []


async def test_a_real_money_floor_pays_the_credit_that_its_cashier_sold(tmp_path: Path) -> None:
    async with (
        served(tmp_path, REAL) as floor,
        floor.terminal() as patron,
        a_cashier(floor) as cat,
    ):
        await cat.done("BuyCredit", visit=patron.welcome["visit"], cents=100_00)
        voucher = (await patron.done(type="collect", cents=100_00))["voucher"]
        assert (voucher["is_demo"], voucher["number"][:5]) != (True, "DEMO-")
        await cat.done("RedeemVoucher", voucher=voucher["number"], cents=100_00)
        assert (await cat.picture())["is_demo"] is False
        accounts = floor.floor.journal.balances()
        assert (accounts.get(CAGE, 0), accounts.get(DEMO, 0)) == (0, 0)
    assert found_in(tmp_path) == []


async def test_a_demo_voucher_is_worth_nothing_on_a_real_money_floor_with_the_same_keys(
    tmp_path: Path,
) -> None:
    shown, real = tmp_path / "shown", tmp_path / "real"
    async with served(shown, SHOWN) as floor, floor.terminal() as patron:
        assert patron.welcome["is_demo"] is True
        await patron.done(type="buy", cents=MILLION)
        voucher = (await patron.done(type="collect", cents=MILLION))["voucher"]
        assert voucher["is_demo"] is True
        assert voucher["number"].startswith("DEMO-")
        accounts = floor.floor.journal.balances()
        assert (accounts[DEMO], accounts.get(CAGE, 0)) == (-MILLION, 0)
    assert found_in(shown) == []
    shutil.copytree(shown / "keys", real / "keys")
    stripped = voucher["number"].removeprefix("DEMO-")
    async with (
        served(real, REAL) as floor,
        floor.terminal() as browser,
        a_cashier(floor) as cat,
    ):
        for number, code in ((voucher["number"], "voucher-kind"), (stripped, "not-a-voucher")):
            assert await browser.refused(type="redeem", voucher=number) == code
            assert (await cat.find(number))["code"] == code
            paid = {"voucher": number, "cents": MILLION}
            assert await cat.refused("RedeemVoucher", **paid) == code
        await cat.done("BuyCredit", visit=browser.welcome["visit"], cents=5_00)
        bought = (await browser.done(type="collect", cents=5_00))["voucher"]["number"]
    async with served(shown, SHOWN) as floor, floor.terminal() as patron:
        assert await patron.refused(type="redeem", voucher=bought) == "voucher-kind"
        await patron.done(type="redeem", voucher=voucher["number"])
    assert found_in(shown) == found_in(real) == []


@pytest.mark.parametrize(("first", "then"), [(SHOWN, REAL), (REAL, SHOWN)])
def test_a_folder_stays_a_floor_of_the_kind_of_its_first_start(
    tmp_path: Path, first: FloorPlan, then: FloorPlan
) -> None:
    async def start(plan: FloorPlan) -> None:
        floor = Floor(plan, tmp_path)
        await floor.start()
        await floor.stop()

    asyncio.run(start(first))
    size = len(list(SqliteJournal(tmp_path / "floor.db", read_only=True).in_order()))
    wrong = "is a demo floor" if first.demo else "is a real-money floor"
    with pytest.raises(JournalError, match=f"{wrong}; expected a start with"):
        Floor(then, tmp_path)
    again = len(list(SqliteJournal(tmp_path / "floor.db", read_only=True).in_order()))
    assert again == size, "a refused start makes no entry"
    asyncio.run(start(first))


async def test_the_kind_is_the_first_entry_and_is_recorded_once(tmp_path: Path) -> None:
    for _ in range(2):
        floor = Floor(REAL, tmp_path)
        await floor.start()
        await floor.stop()
    journal = SqliteJournal(tmp_path / "floor.db", read_only=True)
    first, *_ = journal.in_order()
    assert (first.stream, recorded_kind(journal)) == (STREAM, False)
    assert [kept.number for kept in journal.read(STREAM)] == [1]


def test_a_snapshot_of_another_kind_is_refused(tmp_path: Path) -> None:
    """A person who writes to the folder could turn a real-money floor into a demo floor."""
    journal = SqliteJournal(tmp_path / "floor.db")
    record_kind(cage_of(journal), is_demo=False)
    body = msgspec.json.encode(Cage(events=1, is_demo=True))
    journal.save_snapshot(STREAM, Snapshot(1, software_digest(), body))
    with pytest.raises(JournalError, match="the snapshot of cage has another kind of floor"):
        record_kind(cage_of(journal), is_demo=False)
    journal.close()
    (said,) = found_in(tmp_path)
    assert said == "cage, entry 1: snapshot: demo True; expected False"


def cage_of(journal: Journal) -> StreamOwner[Cage]:
    return StreamOwner(journal, STREAM, cage_aggregate(), lambda: "now")


@pytest.mark.parametrize("is_demo", [True, False])
def test_a_journal_without_a_kind_is_not_served(tmp_path: Path, is_demo: bool) -> None:
    journal = MemoryJournal()
    cage = cage_of(journal)
    cage.handle(CommandRequest("c1", HOUSE_CAGE, BeginVisit("v1", "T-1")))
    with pytest.raises(JournalError, match="is of an older Punto and has no kind of floor, or"):
        check_kind(journal, tmp_path, is_demo=is_demo)
    assert recorded_kind(journal) is None


def test_a_start_that_recorded_nothing_may_be_repeated_as_another_kind(tmp_path: Path) -> None:
    """The first start may be cut off between the file and its first entry."""
    journal = MemoryJournal()
    cage_of(journal)
    check_kind(journal, tmp_path, is_demo=True)
    record_kind(cage_of(journal), is_demo=False)
    check_kind(journal, tmp_path, is_demo=False)
