"""Test that a reader thread runs one read after the other until it is closed."""

import asyncio
import threading
from pathlib import Path

from punto.floor.tasks import ReaderThread
from punto.journal.reader import JournalReader
from punto.journal.stores.sqlite import SqliteJournal


def test_every_read_has_the_same_thread_and_the_same_connection(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "floor.db")
    journal.acquire("t1")

    def work(reader: JournalReader) -> tuple[JournalReader, threading.Thread]:
        assert reader.streams().keys() == {"t1"}
        return reader, threading.current_thread()

    async def read() -> threading.Thread:
        reading = ReaderThread(journal.path, "punto-test")
        found = await asyncio.gather(*(reading.read(work) for _ in range(8)))
        assert len(set(found)) == 1
        reading.close()
        return found[0][1]

    thread = asyncio.run(read())
    assert thread is not threading.current_thread()
    assert not thread.is_alive()
    journal.close()


async def test_closing_waits_for_the_running_read_and_cancels_the_others(tmp_path: Path) -> None:
    SqliteJournal(tmp_path / "floor.db").close()
    begun, released, ran = threading.Event(), threading.Event(), []

    def slow(_reader: JournalReader) -> None:
        begun.set()
        released.wait(60)
        ran.append("slow")

    reading = ReaderThread(tmp_path / "floor.db", "punto-test")
    first = asyncio.ensure_future(reading.read(slow))
    second = asyncio.ensure_future(reading.read(lambda _: ran.append("second")))
    await asyncio.to_thread(begun.wait, 60)
    closing = asyncio.ensure_future(asyncio.to_thread(reading.close))
    await asyncio.wait([second])
    assert not closing.done()
    released.set()
    await asyncio.gather(closing, first)
    assert second.cancelled()
    assert ran == ["slow"]
