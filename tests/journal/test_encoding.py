"""Text that a later version still understands, and nothing else."""

import re

import msgspec
import pytest

from punto.journal import encoding
from punto.journal.encoding import DecodeError, decode, digest_of, encode
from punto.journal.event_tags import EVENT_TAGS, EventTag
from punto.table.commands.play import CloseBets, OpenBets, PlaceWagers
from punto.table.events.play import BetsClosed
from punto.table.stakes import Stake
from tests.journal.entries import entry
from tests.tables import LIVE, TIGER, dealing


def test_events_of_real_rounds_read_back_equal() -> None:
    for play in (dealing(TIGER, "9s", "Kc", "4d"), dealing(LIVE, "9s")):
        made = entry("a")
        made = type(made)(made.id, made.at, made.by, made.command_digest, tuple(play.events), ())
        assert decode(encode(made)) == made


def test_an_entry_is_text_a_person_can_read() -> None:
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
def test_what_is_no_entry_is_not_understood(body: bytes) -> None:
    with pytest.raises(DecodeError, match="this is no entry"):
        decode(body)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (b'"cents":100}', b'"cents":100,"more":1}', "event CreditBought has more"),
        (b'"name":"house dealer"', b'"name":"house dealer","badge":7', "who asked has badge"),
        (b'"cents":100}', b'"cents":7,"cents":100}', "not written as entries are"),
        (b'"cents":100}', b'"cents": 100}', "not written as entries are"),
    ],
)
def test_nothing_is_hidden_in_an_entry(before: bytes, after: bytes, words: str) -> None:
    """A field that no kind has would be kept, chained and never looked at."""
    body = encode(entry("a", ("cage", "credit/v", 100)))
    assert before in body
    with pytest.raises(DecodeError, match=words):
        decode(body.replace(before, after, 1))


def test_nothing_is_hidden_inside_a_list_of_an_event() -> None:
    play = dealing(TIGER)
    made = entry("a")
    made = type(made)(made.id, made.at, made.by, made.command_digest, tuple(play.events), ())
    body = encode(made)
    assert decode(body) == made
    hidden = body.replace(b'"cents":10000,', b'"cents":10000,"once":[1],', 1)
    assert hidden != body
    with pytest.raises(DecodeError, match="event WagersPlaced has once"):
        decode(hidden)


def test_a_field_that_came_later_with_a_usual_value_may_be_missing() -> None:
    play = dealing(TIGER)
    made = entry("a")
    made = type(made)(made.id, made.at, made.by, made.command_digest, tuple(play.events), ())
    body = encode(made)
    older = body.replace(b',"withdrawal_seconds":30', b"", 1)
    assert older != body
    assert decode(older) == made


def test_an_event_of_a_newer_punto_does_not_load() -> None:
    body = encode(entry("a"))
    newer = body.replace(b'"CreditBought",1', b'"CreditBought",2')
    with pytest.raises(DecodeError, match="event CreditBought, version 2, is not known here"):
        decode(newer)
    unknown = body.replace(b'"CreditBought"', b'"CreditSold"')
    with pytest.raises(DecodeError, match="event CreditSold"):
        decode(unknown)


def test_an_older_form_is_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EVENT_TAGS, "BetsClosed", EventTag("BetsClosed", 3, BetsClosed))
    monkeypatch.setitem(encoding.UPCASTERS, ("BetsClosed", 1), lambda old: {"number": old["game"]})
    monkeypatch.setitem(encoding.UPCASTERS, ("BetsClosed", 2), lambda old: {"round": old["number"]})
    made = encode(entry("a"))
    old = re.sub(rb'\["CreditBought",1,\{.*?\}\]', b'["BetsClosed",1,{"game":7}]', made)
    assert decode(old).events == (BetsClosed(7),)


def test_a_command_is_told_from_another_under_the_same_id() -> None:
    one = PlaceWagers(1, 1, (Stake("banker", 100),), 0)
    other = PlaceWagers(1, 1, (Stake("banker", 200),), 0)
    assert digest_of(one) == digest_of(PlaceWagers(1, 1, (Stake("banker", 100),), 0))
    assert digest_of(one) != digest_of(other)
    assert digest_of(OpenBets()) != digest_of(CloseBets())


def test_events_hold_nothing_that_json_does_not() -> None:
    for stored in EVENT_TAGS.values():
        assert msgspec.json.schema(stored.kind)
