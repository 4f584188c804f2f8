"""Plant errors in the file and its chain, without making the rest match."""

import msgspec

from punto.audit import Check
from tests.audit.forger import EVENTS, Forger
from tests.audit.plants.plant import forged, planted

# The file and the chain

TABLE = "stream = (SELECT stream FROM streams WHERE name = 't1')"


@planted(Check.HASH, "t1, entry 40: hash: hash ")
def a_letter_of_an_entry(forger: Forger) -> None:
    forger.sql(
        "UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), 'noon', 'noom') AS BLOB) "
        f"WHERE {TABLE} AND number = 40"
    )


@planted(Check.HASH, "t1, entry 40: hash: hash 0000")
def a_hash(forger: Forger) -> None:
    forger.sql(f"UPDATE entries SET hash = zeroblob(32) WHERE {TABLE} AND number = 40")


@planted(Check.NUMBER, "t1, entry 41: number: entry 41; expected 40")
def a_deleted_entry(forger: Forger) -> None:
    forger.sql(f"DELETE FROM entries WHERE {TABLE} AND number = 40")


@planted(Check.NUMBER, "entry 41; expected 40")
def a_swapped_pair_of_numbers(forger: Forger) -> None:
    forger.sql(
        f"UPDATE entries SET number = -1 WHERE {TABLE} AND number = 40",
        f"UPDATE entries SET number = 40 WHERE {TABLE} AND number = 41",
        f"UPDATE entries SET number = 41 WHERE {TABLE} AND number = -1",
    )


@planted(Check.HASH, "t1, entry 40: hash: hash ")
def a_swapped_pair_of_texts(forger: Forger) -> None:
    forger.sql(
        f"CREATE TEMP TABLE two AS SELECT number, body FROM entries WHERE {TABLE} "
        "AND number IN (40, 41)",
        "UPDATE entries SET body = (SELECT body FROM two WHERE two.number = 81 - entries.number) "
        f"WHERE {TABLE} AND number IN (40, 41)",
    )


@planted(Check.HEAD, "t1: head: last entry ")
def a_cut_tail(forger: Forger) -> None:
    forger.sql(f"DELETE FROM entries WHERE {TABLE} AND number > 200")


@planted(Check.ENTRY_ID, "t1, entry 40: entry-id: id other")
def the_id_beside_an_entry(forger: Forger) -> None:
    forger.sql(f"UPDATE entries SET id = 'other' WHERE {TABLE} AND number = 40")


@planted(Check.HEAD, "t1: head: head 0000")
def the_head_of_a_stream(forger: Forger) -> None:
    forger.sql("UPDATE streams SET head = zeroblob(32) WHERE name = 't1'")


@planted(Check.HEAD, "t1: head: last entry ")
def the_version_of_a_stream(forger: Forger) -> None:
    forger.sql("UPDATE streams SET version = version + 1 WHERE name = 't1'")


@planted(Check.STREAM, "stream 9, entry 1: stream: an entry of a stream without a name")
def an_entry_of_no_stream(forger: Forger) -> None:
    forger.sql("INSERT INTO entries VALUES (9, 1, 'x', CAST('[]' AS BLOB), zeroblob(32))")


@planted(Check.STREAM, "an entry of a stream without a name")
def a_stream_struck_out(forger: Forger) -> None:
    forger.sql("DELETE FROM streams WHERE name = 'cage'")


@planted(Check.SCHEMA, "file: schema: the file has no trigger entries_stay")
def a_dropped_trigger(forger: Forger) -> None:
    forger.db.execute("DROP TRIGGER entries_stay")


@planted(Check.SNAPSHOT, "snapshot: rounds 3; expected ")
def a_snapshot(forger: Forger) -> None:
    opened = forger.event("TableOpened")
    state = {
        "rulebook": opened["rulebook"],
        "settings": opened["settings"],
        "seats": {},
        "shoe": None,
        "rounds": 3,
        "events": 7,
    }
    forger.db.execute(
        "INSERT OR REPLACE INTO snapshots "
        "SELECT stream, version, 'x', ? FROM streams WHERE name = 't1'",
        (msgspec.json.encode(state),),
    )


@planted(Check.SNAPSHOT, "a snapshot of stream 1 at entry 9,999; expected that entry")
def a_snapshot_without_an_entry(forger: Forger) -> None:
    forger.db.execute("INSERT OR REPLACE INTO snapshots VALUES (1, 9999, 'x', zeroblob(2))")


# Entries with a valid chain and invalid text


@forged(Check.ENTRY, "entry: an unreadable entry (")
def a_text_that_is_not_an_entry(forger: Forger) -> None:
    forger.texts[id(forger.body("TerminalReconnected"))] = b"{"


@forged(Check.ENTRY, "entry: an unreadable entry (")
def a_text_that_is_not_even_text(forger: Forger) -> None:
    forger.texts[id(forger.body("TerminalReconnected"))] = b'["\xff"]'


@forged(Check.ENTRY, "entry: an unreadable entry (")
def a_text_nested_without_end(forger: Forger) -> None:
    forger.texts[id(forger.body("TerminalReconnected"))] = b'["x","",' + NESTED * 100_000


NESTED = b'{"kind":"staff","name":"Ann","position":null,"acting_as":null,"seconded_by":'


@forged(Check.ENTRY, "entry: an entry without an event; expected")
def an_entry_without_events(forger: Forger) -> None:
    forger.body("TerminalReconnected")[EVENTS] = []


@forged(Check.EVENT, "event: kind SeatSold in version 1; expected an event that the auditor knows")
def an_event_of_an_unknown_kind(forger: Forger) -> None:
    forger.body("TerminalReconnected")[EVENTS][0][0] = "SeatSold"


@forged(Check.EVENT, "event: kind TerminalReconnected in version 2")
def an_event_of_a_newer_version(forger: Forger) -> None:
    forger.body("TerminalReconnected")[EVENTS][0][1] = 2


@forged(
    Check.EVENT,
    "event: an unreadable event (TerminalReconnected: Object contains unknown field `bonus`",
)
def an_event_with_an_extra_field(forger: Forger) -> None:
    forger.event("TerminalReconnected")["bonus"] = 1


@planted(Check.ID_TWICE, "id-twice: id c20 as at entry ")
def an_id_used_twice(forger: Forger) -> None:
    # The index would refuse the duplicate, so create the table again without it.
    forger.body("TerminalReconnected")[0] = "c20"
    columns = "stream INTEGER, number INTEGER, id TEXT, body BLOB, hash BLOB"
    forger.sql(
        f"CREATE TABLE loose ({columns}) STRICT",
        "INSERT INTO loose SELECT * FROM entries",
        "DROP TABLE entries",
        "ALTER TABLE loose RENAME TO entries",
    )
    forger.write()
