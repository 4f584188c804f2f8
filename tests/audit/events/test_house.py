"""Check that the auditor restates every stored kind of event, field by field."""

from typing import Any

import msgspec
import pytest

from punto.audit.event_kinds import KINDS
from punto.house.terminals import AttendantCalled, CallReason
from punto.journal.event_tags import EVENT_TAGS


def test_the_auditor_knows_every_stored_kind_of_event() -> None:
    stored = {(each.tag, each.version) for each in EVENT_TAGS.values()}
    assert stored - KINDS.keys() == set()


@pytest.mark.parametrize("name", EVENT_TAGS)
def test_every_event_is_restated_with_all_its_fields_and_their_types(name: str) -> None:
    """The auditor shares no code with the product, so it defines its events a second time."""
    stored, restated = schemas_of(name)
    assert list(stored["properties"]) == list(restated["properties"])
    assert reads(restated, stored)


def test_a_wrong_restatement_of_an_event_is_noticed() -> None:
    _, called = schemas_of("AttendantCalled")
    for other in (
        {"round": {"type": "integer"}},
        {"reason": {"enum": ["attendant"]}},
        {"more": {"type": "string"}},
    ):
        assert not reads({**called, "properties": {**called["properties"], **other}}, called)


def schemas_of(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of an event as the product stores it, and as the auditor restates it."""
    restated: Any = KINDS[name, EVENT_TAGS[name].version].decode
    return schema_of(EVENT_TAGS[name].kind), schema_of(restated.__self__.type)


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of a class with all references resolved, except circular ones."""
    (top,), named = msgspec.json.schema_components((kind,))

    def followed(part: Any, within: tuple[str, ...] = ()) -> Any:
        if isinstance(part, list):
            return [followed(each, within) for each in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            name = part["$ref"].rpartition("/")[2]
            return {} if name in within else followed(named[name], (*within, name))
        return {key: followed(value, within) for key, value in part.items()}

    found: dict[str, Any] = followed(top)
    return found


def reads(restated: dict[str, Any], stored: dict[str, Any]) -> bool:
    """Whether a schema accepts everything that the other one allows, with the same fields."""
    if not restated.keys() & {"type", "enum", "anyOf", "properties"}:
        # The auditor leaves this field as text and parses it with the rules.
        return True
    if "enum" in stored:
        # The auditor accepts any string here, and checks it where it uses the value.
        return restated.get("type") == "string" or sorted(stored["enum"]) == sorted(
            restated.get("enum", [])
        )
    if "anyOf" in stored:
        pairs = zip(restated.get("anyOf", ()), stored["anyOf"], strict=False)
        same = len(restated.get("anyOf", ())) == len(stored["anyOf"])
        return same and all(reads(one, other) for one, other in pairs)
    if stored.get("type") != restated.get("type"):
        return False
    inner, own = stored.get("properties", {}), restated.get("properties", {})
    places = zip(restated.get("prefixItems", ()), stored.get("prefixItems", ()), strict=True)
    return (
        list(inner) == list(own)
        and all(reads(own[key], inner[key]) for key in inner)
        and all(reads(one, other) for one, other in places)
        and (
            "items" not in stored
            or not stored["items"]
            or reads(restated["items"], stored["items"])
        )
    )


def test_a_dealer_who_calls_the_pit_is_read_as_a_patron_is() -> None:
    """The auditor once knew two reasons and no text, and reported such a journal as unreadable."""
    for reason in CallReason:
        called = AttendantCalled("D-214", "tiger-5", reason, 7, "please come")
        body = msgspec.json.encode(called)
        assert KINDS["AttendantCalled", 1].decode(msgspec.Raw(body)).reason == reason
