"""Search, verify, replay and export over the routes of the audit screen, and record each access."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from httpx2 import AsyncClient
from msgspec import structs

from punto import audit
from punto.floor.access.demo_staff import demo_password
from punto.floor.metrics import UNEXPECTED_ERRORS
from punto.floor.network.numbers import LARGEST
from punto.house.access_log import JournalAccessed
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.next_step import NextStep, next_step
from punto.table.state import Phase
from tests.floor.playing import FAST, ODD_NUMBERS, Served, plan_of, served
from tests.floor.working import STEPS, signed
from tests.texts import text

TABLE = "tiger-5"
AUDIT = "/api/staff/audit"


@asynccontextmanager
async def as_staff(floor: Served, name: str) -> AsyncIterator[AsyncClient]:
    """A browser in which a member of the demo staff is signed in."""
    async with floor.http(**{"x-punto": "staff"}) as client:
        credentials = {"name": name, "password": demo_password(name)}
        answer = await client.post("/api/staff/sign-in", json=credentials)
        assert answer.status_code == 200, answer.text
        yield client


async def get(client: AsyncClient, path: str, **params: Any) -> Any:
    answer = await client.get(f"{AUDIT}/{path}", params=params)
    assert answer.status_code == 200, (path, answer.status_code, answer.text)
    return answer.json()


async def play(floor: Served, rounds: int) -> list[int]:
    """Let two patrons play some rounds, and return the numbers of the rounds."""
    played = []
    async with floor.terminal(TABLE, cents=1_000_00) as one:
        async with floor.terminal(TABLE, cents=1_000_00) as two:
            for _ in range(rounds):
                first = await one.place(TABLE, banker=100_00)
                second = await two.place(TABLE, player=50_00, tie=5_00)
                number = max(first["receipt"]["round"], second["receipt"]["round"])
                await one.seen(TABLE, "settled", after=number - 1)
                await two.seen(TABLE, "settled", after=number - 1)
                played.append(second["receipt"]["round"])
    return played


async def test_only_auditors_and_the_shift_manager_open_the_audit_screen(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        people = {each["name"]: each for each in (await floor.get("/api/staff/me"))["demo"]}
        paths = ("overview", "entries", "verify", "checkpoints", f"tables/{TABLE}/rounds")
        async with floor.http() as nobody:
            for path in (*paths, f"entries/{TABLE}/1", f"tables/{TABLE}/rounds/1"):
                assert (await nobody.get(f"{AUDIT}/{path}")).status_code == 401
            for path in ("verify", f"tables/{TABLE}/rounds/1/bundle"):
                assert (await nobody.post(f"{AUDIT}/{path}", json={})).status_code == 403
        allowed = set()
        for name in people:
            async with as_staff(floor, name) as client:
                status = {(await client.get(f"{AUDIT}/{path}")).status_code for path in paths}
                assert status in ({200}, {403}), name
                me = (await client.get("/api/staff/me")).json()["me"]
                assert (status == {200}) is ("audit" in me["screens"])
                is_manager = me["position"] == "gaming-shift-manager"
                assert (status == {200}) is ("auditor" in me["duties"] or is_manager)
                allowed.add(status == {200})
        assert allowed == {True, False}


async def auditor(floor: Served) -> str:
    """The name of a demo auditor."""
    for each in (await floor.get("/api/staff/me"))["demo"]:
        async with as_staff(floor, each["name"]) as client:
            me = (await client.get("/api/staff/me")).json()["me"]
            if "auditor" in me["duties"]:
                return str(each["name"])
    raise AssertionError("there is no demo auditor")


async def test_the_journal_is_searched_page_by_page(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        (number,) = await play(floor, 1)
        async with as_staff(floor, await auditor(floor)) as client:
            whole = await get(client, "entries", stream=TABLE, round=number)
            words = [text(each["words"]) for each in whole["entries"]]
            assert words[0] == f"Round {number}: bets opened."
            assert any(" at stake: " in each for each in words)
            assert words[-1].startswith("Settled: 2 seats, 3 wagers")
            numbers = [each["number"] for each in whole["entries"]]
            assert numbers == list(range(numbers[0], numbers[-1] + 1))
            # The pages together have each entry once, the newest first.
            found: list[int] = []
            before: int | None = None
            while True:
                query = {} if before is None else {"before": before}
                page = await get(client, "entries", stream="cage", limit=1, **query)
                found += [each["number"] for each in page["entries"]]
                before = page["next"]
                if before is None:
                    break
            assert found == sorted(found, reverse=True)
            assert len(found) == len(set(found)) >= 4
            kinds = await get(client, "entries", kind="CreditBought")
            assert all(
                "buys credit of $1,000.00" in text(each["words"]) for each in kinds["entries"]
            )
            assert len(kinds["entries"]) == 2
            person = await get(client, "entries", person="T-0001")
            assert person["entries"]
            assert all("T-0001" in each["by"] for each in person["entries"])
            at = kinds["entries"][0]["at"]
            timed = await get(client, "entries", kind="CreditBought", **{"from": at, "to": at})
            assert [each["at"] for each in timed["entries"]] == [at]
            hash_ = whole["entries"][3]["hash"]
            by_hash = await get(client, "entries", find=hash_[:20])
            assert [each["hash"] for each in by_hash["entries"]] == [hash_]
            for wrong in ({"round": "x"}, {"before": "-1"}, {"find": "x" * 101}):
                refused = await client.get(f"{AUDIT}/entries", params=wrong)
                assert refused.status_code == 400


async def test_the_audit_screen_names_a_parameter_that_is_not_a_number(tmp_path: Path) -> None:
    """A list of rounds or checkpoints ignored a `before` that was not a number."""

    async with served(tmp_path, plan_of("tiger")) as floor:
        await floor.over(TABLE, 1)
        while floor.floor.exporter.last is None:
            await asyncio.sleep(0.01)
        rounds, before = f"tables/{TABLE}/rounds", UNEXPECTED_ERRORS._value.get()
        queries = [(rounds, "before"), ("checkpoints", "before")]
        queries += [("entries", name) for name in ("round", "before", "limit")]
        async with as_staff(floor, await auditor(floor)) as client:
            assert (await get(client, rounds, before=LARGEST))["rounds"]
            assert (await get(client, rounds, before=1))["rounds"] == []
            assert (await get(client, "checkpoints", before=LARGEST))["checkpoints"]
            assert (await get(client, "checkpoints", before=0))["checkpoints"] == []
            for text in ODD_NUMBERS:
                for path, name in queries:
                    answer = await client.get(f"{AUDIT}/{path}", params={name: text})
                    assert answer.status_code == 400, (path, text)
                    values = {"parameter": name, "maximum": LARGEST}
                    assert answer.json()["values"] == values
                for path in (f"{rounds}/{quote(text)}", f"entries/{TABLE}/{quote(text)}"):
                    assert (await client.get(f"{AUDIT}/{path}")).status_code == 404, path
                bundle = f"{AUDIT}/{rounds}/{quote(text)}/bundle"
                assert (await client.post(bundle, json={})).status_code == 404, text
        assert UNEXPECTED_ERRORS._value.get() == before


async def test_an_entry_comes_with_its_chain_and_without_passwords(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        (number,) = await play(floor, 1)
        async with as_staff(floor, await auditor(floor)) as client:
            whole = await get(client, "entries", stream=TABLE, round=number)
            middle = whole["entries"][2]["number"]
            entry = await get(client, f"entries/{TABLE}/{middle}")
            before = await get(client, f"entries/{TABLE}/{middle - 1}")
            assert entry["equal"]
            assert entry["before"] == before["hash"]
            assert before["next"] == entry["hash"]
            placed = next(e for e in whole["entries"] if "at stake: " in text(e["words"]))
            entry = await get(client, f"entries/{TABLE}/{placed['number']}")
            assert entry["transfers"][0]["source"].startswith("credit/")
            first = await get(client, "entries/staff/1")
            assert "Enrolled" in first["raw"]
            assert "argon2" not in first["raw"]
            assert '"password":"(not shown)"' in first["raw"]
            paired = await get(client, "entries/terminals/1")
            assert '"key_digest":"(not shown)"' in paired["raw"]
            for number in (999_999, 10**30):
                missing = await client.get(f"{AUDIT}/entries/{TABLE}/{number}")
                assert missing.status_code == 404


async def test_a_round_in_progress_cannot_be_replayed(tmp_path: Path) -> None:
    """The journal has the cards of a round before the table exposes them."""
    # The first round has all its cards and ends only after a minute.
    slow = structs.replace(FAST, settle_ms=60_000)

    async with served(tmp_path, plan_of("tiger", pace=slow)) as floor:
        async with as_staff(floor, await auditor(floor)) as client:
            async with floor.terminal(TABLE) as terminal:
                view = await terminal.seen(TABLE, "complete")
                page = await get(client, "entries", stream=TABLE)
                assert view["round"] == 1
                words = [text(each["words"]) for each in page["entries"]]
                assert (
                    words[0]
                    == "Shoe tiger-5-1 of 8 decks was loaded, committed to " + words[0][-17:]
                )
                assert words[1].startswith("The table opened with Tiger Baccarat, rules ")
                by_card = await get(client, "entries", kind="CardDrawn")
                assert by_card["entries"] == []
                for number in range(3, 9):
                    hidden = await client.get(f"{AUDIT}/entries/{TABLE}/{number}")
                    assert hidden.status_code == 404
                path = f"{AUDIT}/tables/{TABLE}/rounds/1"
                assert (await client.get(path)).status_code == 404
                assert (await client.post(f"{path}/bundle", json={})).status_code == 404
                assert floor.floor.owners[TABLE].state.phase == "complete"


async def test_a_round_is_replayed_as_each_screen_displayed_it(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        last_seen: dict[str, Any] = {}
        async with floor.terminal(TABLE, cents=1_000_00) as one:
            placed = await one.place(TABLE, banker=100_00)
            number = placed["receipt"]["round"]
            last_seen = await one.seen(TABLE, "settled", after=number - 1)
            views = [m for m in one.heard_all if m["type"] == "view"]
        async with as_staff(floor, await auditor(floor)) as client:
            replayed_round = await get(client, f"tables/{TABLE}/rounds/{number}")
        steps = replayed_round["steps"]
        assert steps[0]["phase"] == "bets-open"
        assert steps[-1]["phase"] == "settled"
        last = steps[-1]["display"]["view"]
        assert last["hands"] == last_seen["hands"]
        (seat,) = steps[-1]["seats"]
        own = steps[-1]["seats"][seat]["view"]
        assert own["own"] == last_seen["own"]
        assert own["credit_cents"] == last_seen["credit_cents"]
        # The replay has every view that the terminal received of the round.
        replayed = [(s["phase"], s["display"]["view"]["hands"]) for s in steps]
        for view in views:
            if view["round"] == number:
                assert (view["phase"], view["hands"]) in replayed
        betting = next(s for s in steps if "at stake: " in text(s["words"]))
        withheld = [text(each) for each in betting["display"]["withheld"]]
        assert withheld == [f"wagers of seat {seat}", "the order of the shoe"]
        assert text(betting["seats"][seat]["withheld"][0]) == "the order of the shoe"
        assert all(s["display"]["checked"] and s["dealer"]["checked"] for s in steps)
        assert betting["dealer"]["view"]["stakes"]["all_cents"] == 100_00
        (row,) = replayed_round["recomputed"]["rows"]
        assert row["equal"]
        assert row["staked_cents"] == 100_00
        assert row["returned_cents"] == last_seen["own"]["win_cents"]
        assert all(text(each["words"], "zh") for each in replayed_round["proofs"])


async def test_the_replay_of_a_reversed_round_has_no_wager(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("super-six-plus")) as floor:
        (table,) = floor.floor.owners
        async with (
            signed(floor, "D-214") as dealer,
            floor.terminal(table, cents=1_000_00) as one,
        ):
            await dealer.begin(table)
            placed = await one.place(table, banker=100_00)
            number = placed["receipt"]["round"]
            live = floor.floor.owners[table]
            while live.state.phase is not Phase.SETTLED:
                step = next_step(live.state)
                closes = step is NextStep.CLOSE_BETS
                await dealer.acts("CloseBets" if closes else STEPS[step], table=table)
            async with as_staff(floor, await auditor(floor)) as client:
                replayed_round = await get(client, f"tables/{table}/rounds/{number}")
                assert (
                    len(replayed_round["recomputed"]["rows"]),
                    replayed_round["is_reversed"],
                ) == (1, False)
                last_seen: dict[str, Any] = {
                    "trigger": "wrong-number",
                    "saw": ["cannot-be-reconstructed"],
                    "evidence": "one card too many",
                }
                answer = await dealer.act("ReportIrregularity", table, second="S-31", **last_seen)
                assert answer["ok"], answer
                replayed_round = await get(client, f"tables/{table}/rounds/{number}")
                assert (
                    replayed_round["recomputed"]["rows"],
                    replayed_round["is_reversed"],
                ) == ([], True)


def test_the_export_of_a_bundle_is_recorded(tmp_path: Path) -> None:
    async def work() -> tuple[bytes, str, str]:
        async with served(tmp_path, plan_of("tiger", checkpoint_seconds=0)) as floor:
            (number,) = await play(floor, 1)
            name = await auditor(floor)
            async with as_staff(floor, name) as client:
                await get(client, f"tables/{TABLE}/rounds/{number}")
                path = f"{AUDIT}/tables/{TABLE}/rounds/{number}/bundle"
                answer = await client.post(path, json={})
                assert answer.status_code == 200
                assert f"punto-{TABLE}-{number}.bundle" in answer.headers["content-disposition"]
                for body in ({"to": number - 1}, {"to": number + 100}, {"more": 1}):
                    assert (await client.post(path, json=body)).status_code == 400
            return answer.content, floor.floor.keys.sign.public, name

    data, key, name = asyncio.run(work())
    found = audit.verify(data, key)
    assert found.bundle.exported_by == name
    journal = SqliteJournal(tmp_path / "floor.db", read_only=True)
    looks = [each.entry for each in journal.read("access-log")]
    assert [each.by.name for each in looks] == [name, name]
    replay, bundle = (each.events[0] for each in looks)
    assert isinstance(replay, JournalAccessed)
    assert isinstance(bundle, JournalAccessed)
    assert (replay.access, bundle.access) == ("replay", "bundle")
    assert len(bundle.digest) == 64
    report = audit.audit(tmp_path / "floor.db")
    assert report.is_clean, report.findings


async def test_the_chain_is_verified_while_tables_play(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger", checkpoint_seconds=0)) as floor:
        await play(floor, 1)
        async with as_staff(floor, await auditor(floor)) as client:
            assert (await get(client, "verify"))["answer"] is None
            begun = (await client.post(f"{AUDIT}/verify", json={})).json()
            assert begun["running"]
            while (state := await get(client, "verify"))["running"]:
                await asyncio.sleep(0.05)
            answer = state["answer"]
            assert answer["is_whole"], answer
            assert text(answer["words"]) == "Chain intact"
            assert answer["books"]["agree"], answer
            assert answer["books"]["rounds"] >= 1
            overview = await get(client, "overview")
            assert overview["verification"]["answer"] == answer
            assert overview["exported"]["sequence"] >= 1
            listed = (await get(client, "checkpoints"))["checkpoints"]
            assert listed[-1]["sequence"] >= overview["exported"]["sequence"]
