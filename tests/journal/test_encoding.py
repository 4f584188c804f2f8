"""Entries are readable text. Later versions read it; anything unknown is refused."""

import re
from collections.abc import Iterable

import msgspec
import pytest

from punto.journal import encoding
from punto.journal.encoding import DecodeError, decode, digest_of, encode
from punto.journal.entry import Entry
from punto.journal.event_tags import EVENT_TAGS, EventTag
from punto.table.commands import CloseBets, OpenBets, PlaceWagers
from punto.table.events import BetsClosed, Event
from punto.table.stakes import Stake
from tests.journal.entries import entry
from tests.tables import LIVE, TIGER, dealing


def entry_with(events: Iterable[Event]) -> Entry:
    return msgspec.structs.replace(entry("a"), events=tuple(events))


def test_events_of_real_rounds_read_back_equal() -> None:
    for play in (dealing(TIGER, "9s", "Kc", "4d"), dealing(LIVE, "9s")):
        stored = entry_with(play.events)
        assert decode(encode(stored)) == stored


def test_an_entry_is_readable_text() -> None:
    text = encode(entry("a", ("cage", "credit/v", 100))).decode()
    assert text.startswith('["a","noon",{"kind":"house","name":"house dealer"')
    assert '["CreditBought",1,{"visit":"v","cents":100}]' in text
    assert '["s/a/1","cage","credit/v",100,"buy-in"]' in text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'["a"]',
        encode(entry("a"))[:-1],
        encode(entry("a")) + b"x",
        encode(entry("a"))[:-1] + b',"one thing more"]',
        encode(entry("a")).replace(b'"CreditBought",1', b'"CreditBought",0'),
        encode(entry("a")).replace(b'"CreditBought",1', b'"CreditBought",-1'),
        encode(entry("a", ("cage", "credit/v", 100))).replace(b",100,", b",0,"),
        encode(entry("a", ("cage", "credit/v", 100))).replace(b",100,", b",-100,"),
        encode(entry("a", ("cage", "credit/v", 100))).replace(b'"credit/v"', b'"cage"'),
        encode(entry("a")).partition(b'{"visit"')[0] + b"[" * 9_000,
    ],
)
def test_text_that_is_not_an_entry_is_refused(body: bytes) -> None:
    with pytest.raises(DecodeError, match="not a valid entry"):
        decode(body)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (
            b'"cents":100}',
            b'"cents":100,"more":1}',
            "event CreditBought has the unknown field more",
        ),
        (
            b'"name":"house dealer"',
            b'"name":"house dealer","badge":7',
            "the actor has the unknown field badge",
        ),
        (b'"cents":100}', b'"cents":7,"cents":100}', "its JSON is not in the form"),
        (b'"cents":100}', b'"cents": 100}', "its JSON is not in the form"),
    ],
)
def test_an_unknown_field_in_an_entry_is_refused(before: bytes, after: bytes, words: str) -> None:
    """An unknown field would be stored and chained, but never checked."""
    body = encode(entry("a", ("cage", "credit/v", 100)))
    assert before in body
    with pytest.raises(DecodeError, match=words):
        decode(body.replace(before, after, 1))


def test_an_unknown_field_inside_a_list_of_an_event_is_refused() -> None:
    play = dealing(TIGER)
    stored = entry_with(play.events)
    body = encode(stored)
    assert decode(body) == stored
    hidden = body.replace(b'"cents":10000,', b'"cents":10000,"once":[1],', 1)
    assert hidden != body
    with pytest.raises(DecodeError, match="event WagersPlaced has the unknown field once"):
        decode(hidden)


def test_a_later_field_with_a_default_may_be_missing() -> None:
    play = dealing(TIGER)
    stored = entry_with(play.events)
    body = encode(stored)
    older = body.replace(b',"withdrawal_seconds":30', b"", 1)
    assert older != body
    assert decode(older) == stored


def test_an_event_of_a_newer_punto_is_refused() -> None:
    body = encode(entry("a"))
    newer = body.replace(b'"CreditBought",1', b'"CreditBought",2')
    with pytest.raises(
        DecodeError, match="event CreditBought, version 2, is unknown; use the newer Punto"
    ):
        decode(newer)
    unknown = body.replace(b'"CreditBought"', b'"CreditSold"')
    with pytest.raises(DecodeError, match="event CreditSold"):
        decode(unknown)


def test_an_older_version_of_an_event_is_converted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EVENT_TAGS, "BetsClosed", EventTag("BetsClosed", 3, BetsClosed))
    monkeypatch.setitem(encoding.UPCASTERS, ("BetsClosed", 1), lambda old: {"number": old["game"]})
    monkeypatch.setitem(encoding.UPCASTERS, ("BetsClosed", 2), lambda old: {"round": old["number"]})
    body = encode(entry("a"))
    old = re.sub(rb'\["CreditBought",1,\{.*?\}\]', b'["BetsClosed",1,{"game":7}]', body)
    assert decode(old).events == (BetsClosed(7),)


def test_a_digest_distinguishes_commands_with_the_same_id() -> None:
    one = PlaceWagers(1, 1, (Stake("banker", 100),), 0)
    other = PlaceWagers(1, 1, (Stake("banker", 200),), 0)
    assert digest_of(one) == digest_of(PlaceWagers(1, 1, (Stake("banker", 100),), 0))
    assert digest_of(one) != digest_of(other)
    assert digest_of(OpenBets()) != digest_of(CloseBets())


def test_every_event_has_a_json_schema() -> None:
    for stored in EVENT_TAGS.values():
        assert msgspec.json.schema(stored.kind)
