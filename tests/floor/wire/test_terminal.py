"""Test that the wire is strict, and that its schema comes from its types."""

import json
from typing import Any, get_args

import pytest

from punto.floor.web.openapi import message_schema
from punto.floor.wire import terminal as wire

ID = "0123456789abcdef" * 2


@pytest.mark.parametrize(
    "message",
    [
        {"type": "hello", "protocol": 1, "terminal": "T-1", "key": "k", "tables": ["a"]},
        {"type": "watch", "tables": []},
        {"type": "sit", "id": ID, "table": "a"},
        {"type": "leave", "id": ID, "table": "a"},
        {
            "type": "place-wagers",
            "id": ID,
            "table": "a",
            "round": 1,
            "after": 0,
            "stakes": [{"wager": "tie", "cents": 100}],
        },
        {"type": "acknowledge", "table": "a", "round": 1, "accepted": 1, "closed": True},
        {"type": "display-report", "table": "a", "version": 1, "round": 1, "player": ["As"]},
        {
            "type": "answer-withdrawal",
            "id": ID,
            "table": "a",
            "withdraws": True,
            "stakes": [{"wager": "tie", "cents": 100}],
        },
        {"type": "buy", "id": ID, "cents": 100},
        {"type": "redeem", "id": ID, "voucher": "X"},
        {"type": "collect", "id": ID, "cents": 100},
        {"type": "limits", "id": ID, "loss_cents": None, "minutes": 5},
        {"type": "call-attendant", "id": ID, "table": "a", "reason": "attendant", "round": None},
        {"type": "ping", "n": 1},
    ],
    ids=lambda each: each["type"],
)
def test_every_message_is_decoded_and_unknown_fields_are_refused(message: dict[str, Any]) -> None:
    said = wire.decode(json.dumps(message))
    assert type(said) in get_args(wire.Inbound)
    with pytest.raises(wire.DecodeError):
        wire.decode(json.dumps({**message, "more": 1}))
    for name in set(message) - {"type"}:
        for odd in (1.5, {"a": 1}, -1, 2**60, "\x00" * 200):
            if odd == message[name]:
                continue
            bent = json.dumps({**message, name: odd})
            with pytest.raises(wire.DecodeError):
                wire.decode(bent)


@pytest.mark.parametrize(
    "cents", ["true", "1.0", "1e2", "-0", "0", '"100"', "100000001", "1" * 30, "null", "[]"]
)
def test_only_whole_cents_within_bounds_are_money(cents: str) -> None:
    with pytest.raises(wire.DecodeError):
        wire.decode(f'{{"type":"buy","id":"{ID}","cents":{cents}}}')


def test_a_refusal_has_its_own_type_on_the_wire() -> None:
    text = wire.encode(wire.CommandRefused(ID, "busy", "POLICY", {"minimum": 500})).decode()
    assert json.loads(text) == {
        "type": "command-refused",
        "id": ID,
        "code": "busy",
        "clause": "POLICY",
        "values": {"minimum": 500},
        "ok": False,
    }


def test_the_schema_names_every_message() -> None:
    schema = message_schema()
    for who, union in (("browser_to_server", wire.Inbound), ("server_to_browser", wire.Outbound)):
        named = {each["$ref"].rpartition("/")[2] for each in schema[who]["oneOf"]}
        assert {each.__name__ for each in get_args(union)} <= named
    for definition in schema["$defs"].values():
        assert "$ref" not in definition
    assert schema["$defs"]["Hello"]["additionalProperties"] is False
    json.dumps(schema)
