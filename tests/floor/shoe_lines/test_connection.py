"""A floor whose cards come from an emulated shoe, over TCP and by TLS."""

import asyncio
import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec import structs

from punto.audit import audit
from punto.cli.table.emulated_shoe_server import HELLO_BYTES, EmulatedShoeServer, read_key
from punto.core.rulebook import Rulebook
from punto.core.shoe import cards_of_decks
from punto.devices.fault_script import script
from punto.devices.frames import LineKeys
from punto.devices.shoe_emulator import EmulatedDealer, ShoeEmulator
from punto.floor.access.staff_access import person_actor
from punto.floor.floor import Floor
from punto.floor.network.tls import CertificatePair, TrustedCertificate
from punto.floor.plan import FloorPlan, TablePlan
from punto.floor.shoe_lines.session import ShoeSession
from punto.floor.streams.command_queue import OUT_OF_SERVICE
from punto.floor.streams.owner import CommandRequest, Committed
from punto.floor.tables.table_owner import FROM_SHOE
from punto.games.library import game
from punto.house.staff.commands import AssignDealer
from punto.house.staff.events import SignificantEventKind
from punto.journal.errors import JournalError
from punto.journal.keys import KeyRing
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.actors import HOUSE_DEALER
from punto.table.commands import CloseBets, ConfirmParticipants, OpenBets
from punto.table.events import CardDrawn, Event, RoundSettled
from punto.table.settings import default_settings
from punto.table.state import Phase
from tests.floor.papers import a_pair
from tests.floor.playing import FAST, entries_of, served, until
from tests.floor.working import signed
from tests.texts import text

TABLE = "t"


@dataclass
class Stand:
    """An emulated shoe that listens, and its cards."""

    stand: EmulatedShoeServer
    shoe: ShoeEmulator
    port: int
    shoes: list[list[str]]


@contextmanager
def listening(
    folder: Path,
    book: Rulebook,
    faults: str = "",
    *,
    is_known: bool = True,
    gap: float = 0.01,
    pair: CertificatePair | None = None,
) -> Iterator[Stand]:
    """A shoe on a stand, with the floor's key for it or another."""
    made = KeyRing(folder / "keys").key(f"shoe-{TABLE}").newest.raw
    key = made if is_known else b"x" * 32
    chance, shoes = random.Random(3), list[list[str]]()

    def fresh() -> list[str]:
        cards = [str(each) for each in cards_of_decks(8)]
        chance.shuffle(cards)
        shoes.append(cards)
        return cards

    with socket.create_server(("127.0.0.1", 0)) as server:
        link = LineKeys(1, key, bytes(16))
        shoe = ShoeEmulator(link, (), book.order, 8, script(faults))
        stand = EmulatedShoeServer(server, key, EmulatedDealer(shoe, fresh), gap, pair)
        thread = threading.Thread(target=stand.run, daemon=True)
        thread.start()
        try:
            yield Stand(stand, shoe, server.getsockname()[1], shoes)
        finally:
            stand.is_ending.set()
            thread.join()


def plan(book: Rulebook, port: int, **settings: object) -> FloorPlan:
    """One table, whose cards come from a line."""
    chosen = structs.replace(default_settings(book), **settings)
    table = TablePlan(TABLE, "T", 1, book, chosen, shoe=f"tcp://127.0.0.1:{port}")
    return FloorPlan((table,), structs.replace(FAST, ruling_ms=20))


def told(floor: Floor) -> list[Event]:
    """The events of the table."""
    found = entries_of(floor, TABLE)
    return [event for kept in found for event in kept.entry.events]  # type: ignore[misc]


def dealt(floor: Floor) -> int:
    return sum(isinstance(each, CardDrawn) for each in told(floor))


def settled(floor: Floor) -> int:
    return sum(isinstance(each, RoundSettled) for each in told(floor))


@pytest.mark.parametrize("key", ["tiger", "seven-up"])
@pytest.mark.parametrize("burns", [False, True])
async def test_rounds_are_dealt_from_the_device(tmp_path: Path, key: str, burns: bool) -> None:
    book = game(key)
    with listening(tmp_path, book) as stand:
        async with served(tmp_path, plan(book, stand.port, burns=burns)) as floor:
            await until(lambda: settled(floor.floor) >= 3)
    cards = [each for each in told_in(tmp_path) if isinstance(each, CardDrawn)]
    assert [each.card for each in cards] == [stand.shoes[0][each.number - 1] for each in cards]
    assert audit(tmp_path / "floor.db").findings == ()


async def test_a_floor_without_the_key_of_a_device_does_not_start(tmp_path: Path) -> None:
    """A new key was made, and the device refused every frame."""
    book = game("tiger")
    with listening(tmp_path, book) as stand:
        async with served(tmp_path, plan(book, stand.port)):
            pass
        (tmp_path / "keys" / f"shoe-{TABLE}.key").unlink()
        with pytest.raises(JournalError, match=f"lacks keys of this journal: shoe-{TABLE} ver"):
            Floor(plan(book, stand.port), tmp_path)


def told_in(folder: Path) -> list[Event]:
    """The events of the table in the journal of a closed floor."""
    journal = SqliteJournal(folder / "floor.db", read_only=True)
    try:
        return [each for kept in journal.read(TABLE) for each in kept.entry.events]  # type: ignore[misc]
    finally:
        journal.close()


async def test_a_connection_that_breaks_in_a_round_is_restored_without_losing_a_card(
    tmp_path: Path,
) -> None:
    book = game("tiger")
    with listening(tmp_path, book) as stand:
        async with served(tmp_path, plan(book, stand.port)) as floor:
            for more in range(2, 6):
                await until(lambda more=more: dealt(floor.floor) >= 5 * more)  # type: ignore[misc]
                stand.stand.hang_up.set()
            rounds = settled(floor.floor)
            await until(lambda: settled(floor.floor) > rounds + 2)
            words = [each.words for each in floor.floor.shoe_connections[TABLE].notices]
            assert any("the line to the device is down" in each for each in words)
            noted = [each.event for each in floor.floor.replica.significant]
            assert any(getattr(each, "kind", None) is SignificantEventKind.DEVICE for each in noted)
    cards = [each for each in told_in(tmp_path) if isinstance(each, CardDrawn)]
    assert [each.number for each in cards] == list(range(1, len(cards) + 1))
    assert [each.card for each in cards] == stand.shoes[0][: len(cards)]


async def test_a_shoe_is_replaced_when_its_cards_are_out(tmp_path: Path) -> None:
    book = game("tiger")
    with listening(tmp_path, book) as stand:
        short = plan(book, stand.port, cards_behind_cut=52 * 8 - 10)
        async with served(tmp_path, short) as floor:
            await until(lambda: len(stand.shoes) > 2 and settled(floor.floor) > 6)
    names = [type(each).__name__ for each in told_in(tmp_path)]
    assert names.count("CuttingCardReached") >= 2
    assert names.count("ShoeLoaded") >= 3
    assert audit(tmp_path / "floor.db").findings == ()


def test_no_round_begins_with_a_locked_or_unknown_device(tmp_path: Path) -> None:
    book = game("tiger")

    async def play(stand: Stand, expected: str) -> None:
        async with served(tmp_path, plan(book, stand.port)) as floor:
            line = floor.floor.shoe_connections[TABLE]
            await until(lambda: any(expected in each.words for each in line.notices))
            await asyncio.sleep(0.2)
            assert settled(floor.floor) == 0
            if stand.shoe.is_locked:
                assert line._dealer.hold == "the device is locked"

    with listening(tmp_path, book, is_known=False) as stand:
        asyncio.run(play(stand, "lacks a valid tag of this device"))
    with listening(tmp_path, book, gap=3600) as stand:
        stand.shoe.is_locked = True
        asyncio.run(play(stand, "No card is taken: the device is locked."))


async def test_a_fault_holds_the_table_until_it_is_resolved(tmp_path: Path) -> None:
    book = game("tiger")
    with listening(tmp_path, book, "2 together 2 known; 9 button; 12 lost") as stand:
        async with served(tmp_path, plan(book, stand.port)) as floor:
            await until(lambda: settled(floor.floor) >= 2)
    names = [type(each).__name__ for each in told_in(tmp_path)]
    assert "CardsReconstructed" in names
    assert audit(tmp_path / "floor.db").findings == ()


async def test_at_a_dealers_table_the_device_brings_cards_but_begins_no_round(
    tmp_path: Path,
) -> None:
    book = game("tiger-no-commission-live")
    with listening(tmp_path, book) as stand:
        async with served(tmp_path, plan(book, stand.port)) as floor:
            live = floor.floor.owners[TABLE]
            await until(lambda: settled(floor.floor) >= 1 and live.state.phase is Phase.SETTLED)
            room = floor.floor.staff
            dealer = person_actor(room.state.people["D-214"])
            await room.ask(AssignDealer(TABLE, attends=True, at=""), dealer)
            await until(lambda: live.queue.is_idle)
            rounds = live.state.rounds
            # The device comes back ready, which begins a round where the house deals.
            stand.stand.hang_up.set()
            await asyncio.sleep(2)
            assert live.state.rounds == rounds
            for command in (OpenBets(), CloseBets(), ConfirmParticipants()):
                assert isinstance(
                    await live.queue.submit(CommandRequest(f"{command}", dealer, command)),
                    Committed,
                )
            assert await live.draw("a card") is FROM_SHOE
            await until(lambda: live.state.phase is Phase.COMPLETE)
    assert audit(tmp_path / "floor.db").findings == ()


async def test_a_table_without_its_device_is_open_and_waits(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

    async with served(tmp_path, plan(game("tiger"), port)) as floor:
        line = floor.floor.shoe_connections[TABLE]
        await until(lambda: any("the line to the device is down" in n.words for n in line.notices))
        assert floor.floor.owners[TABLE].state.shoe is None


async def test_returned_cards_hold_the_table_across_connections_until_the_dealer_confirms_them(
    tmp_path: Path,
) -> None:
    """Staff once could not confirm it, and a new connection forgot it."""
    book, unconfirmed = game("tiger"), "staff have not confirmed the cards that went back"
    with listening(tmp_path, book, "7 revoke 1 same") as stand:
        async with served(tmp_path, plan(book, stand.port)) as floor, signed(floor, "D-214") as ann:
            line = floor.floor.shoe_connections[TABLE]
            await until(lambda: line._dealer.hold == unconfirmed)
            stand.stand.hang_up.set()
            await until(lambda: "the line to the device is down" in line._dealer.hold)
            await until(lambda: line._dealer.hold == unconfirmed)
            before = dealt(floor.floor)
            refused = await ann.act("ConfirmCardsReturned", TABLE)
            assert refused["code"] == "not-attending"
            await ann.attend(TABLE)
            (fault,) = ann.picture(TABLE)["faults"]
            assert fault["command"] == "ConfirmCardsReturned"
            assert text(fault["words"]).startswith("Cards 7 to 7 went back into the device")
            await ann.does(TABLE, "ConfirmCardsReturned")
            await until(lambda: line._dealer.hold == "")
            assert ann.picture(TABLE)["faults"] == []
            assert (await ann.act("ConfirmCardsReturned", TABLE))["code"] == "none-back"
            words = "D-214 has seen that cards 7 to 7 went back."
            noted = floor.floor.replica.significant
            await until(lambda: words in [getattr(each.event, "reason", "") for each in noted])
            while dealt(floor.floor) < before + 4:
                step = ann.picture(TABLE)["next"]["act"]
                if step and step["command"] != "DrawNextCard":
                    await ann.act(step["command"], TABLE, **step["with"])
                await asyncio.sleep(0.02)
    cards = [each for each in told_in(tmp_path) if isinstance(each, CardDrawn)]
    assert [each.card for each in cards] == stand.shoes[0][: len(cards)]
    assert "RoundVoided" not in {type(each).__name__ for each in told_in(tmp_path)}


async def test_an_unexpected_error_in_a_connection_stops_its_table_alone(
    tmp_path: Path,
) -> None:
    """It once ended the line's thread alone, and the table waited forever for its next card."""
    book = game("tiger")
    with listening(tmp_path, book) as stand:
        async with served(tmp_path, plan(book, stand.port)) as floor:
            await until(lambda: settled(floor.floor) >= 1)
            line, live = floor.floor.shoe_connections[TABLE], floor.floor.owners[TABLE]
            with patch.object(ShoeSession, "receive", side_effect=AssertionError("never so")):
                await until(lambda: live.is_stopped)
                await until(lambda: "out of service" in line._dealer.hold)
            assert floor.floor.faults() == {TABLE: "AssertionError: never so"}
            assert floor.floor.writer.failure is None
            rounds = live.state.rounds
            assert (
                await live.queue.submit(CommandRequest("x", HOUSE_DEALER, OpenBets()))
                is OUT_OF_SERVICE
            )
            assert live.state.rounds == rounds


async def test_with_tls_cards_count_only_after_the_expected_certificate(
    tmp_path: Path,
) -> None:
    book, device, other = game("tiger"), a_pair(tmp_path, "device"), a_pair(tmp_path, "other")
    expected = tmp_path / "expected.pem"
    expected.write_bytes(other.certificate.read_bytes())

    with listening(tmp_path, book, pair=device) as stand:
        plain = plan(book, stand.port)
        by_tls = replace(
            plain.tables[0], shoe=f"tls://127.0.0.1:{stand.port}", shoe_certificate=expected
        )
        async with served(tmp_path, replace(plain, tables=(by_tls,))) as floor:
            line, noted = floor.floor.shoe_connections[TABLE], floor.floor.replica.significant
            await until(
                lambda: (
                    SignificantEventKind.DEVICE
                    in [getattr(each.event, "kind", "") for each in noted]
                )
            )
            (notice,) = line.notices
            assert notice.words == (
                "No card is taken: the line to the device is down: "
                "its certificate is not the one expected: self-signed certificate."
            )
            assert floor.floor.owners[TABLE].state.shoe is None
            # It is called again and again, and the file is read each time.
            expected.write_bytes(device.certificate.read_bytes())
            await until(lambda: settled(floor.floor) >= 1)
    assert audit(tmp_path / "floor.db").findings == ()


def test_a_device_needs_the_expected_certificate_and_a_current_tls_version(tmp_path: Path) -> None:
    def called(pair: CertificatePair | None, trusted: Path) -> str | None:
        with listening(tmp_path, game("tiger"), pair=pair) as stand:
            with TrustedCertificate(trusted).expected_name("127.0.0.1", stand.port, 20) as line:
                return line.version()

    good = a_pair(tmp_path, "good")
    assert called(good, good.certificate) == "TLSv1.3"
    for pair, words in (
        (a_pair(tmp_path, "elsewhere", host="127.0.0.2"), "IP address mismatch"),
        (a_pair(tmp_path, "old", days=1), "certificate has expired"),
    ):
        with pytest.raises(ConnectionError, match=f"not the one expected: {words}"):
            called(pair, pair.certificate)
    with pytest.raises(ConnectionError, match="it does not answer by TLS"):
        called(None, good.certificate)
    with pytest.raises(ConnectionError, match=r"none\.pem cannot be used"):
        called(good, tmp_path / "none.pem")


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\n", b"y" * HELLO_BYTES])
def test_a_stranger_gets_no_answer_from_the_emulator(tmp_path: Path, said: bytes) -> None:
    with (
        listening(tmp_path, game("tiger")) as stand,
        socket.create_connection(("127.0.0.1", stand.port)) as line,
    ):
        line.sendall(said)
        line.shutdown(socket.SHUT_WR)
        line.settimeout(20)
        assert line.recv(100) == b""


def test_an_invalid_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        read_key(tmp_path / "none.key")
    (tmp_path / "short.key").write_bytes(b"abc")
    with pytest.raises(ValueError, match="has 3 bytes; expected a key of 32"):
        read_key(tmp_path / "short.key")
