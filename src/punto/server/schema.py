"""The schema of the wire and of the HTTP interface, made from the types themselves."""

from typing import Any, get_args

import msgspec

from punto.server import shown, wire


def wire_schema() -> dict[str, Any]:
    """The JSON Schema of every message, by who sends it."""
    said, told = list(get_args(wire.Said)), [*get_args(wire.Told), shown.View]
    schemas, definitions = msgspec.json.schema_components(
        [*said, *told], ref_template="#/$defs/{name}"
    )
    definitions["Refused"]["properties"]["type"] = {"enum": ["answered"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The wire between floor server and browser",
        "protocol": wire.PROTOCOL,
        "subprotocol": wire.SUBPROTOCOL,
        "browser_to_server": {"oneOf": list(schemas[: len(said)])},
        "server_to_browser": {"oneOf": list(schemas[len(said) :])},
        "$defs": definitions,
    }


def openapi() -> dict[str, Any]:
    """The OpenAPI document of the HTTP interface."""
    table = {
        "name": "table",
        "in": "path",
        "required": True,
        "schema": {"type": "string"},
    }
    number = {"name": "round", "in": "path", "required": True, "schema": {"type": "integer"}}
    whole = {"type": "integer", "minimum": 0}
    before = {"name": "before", "in": "query", "schema": whole}
    limit = {"name": "limit", "in": "query", "schema": {**whole, "maximum": 100}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Punto floor", "version": str(wire.PROTOCOL)},
        "paths": {
            "/api/lobby": _get("Every table of the floor."),
            "/api/tables/{table}/layout": _get("The layout of a table.", table),
            "/api/tables/{table}/help": _get("The help of a table.", table),
            "/api/tables/{table}/odds": _get("The odds of every wager on offer.", table),
            "/api/tables/{table}/rounds": _get("Concluded rounds.", table, before, limit),
            "/api/tables/{table}/rounds/{round}": _get("One concluded round.", table, number),
            "/api/terminals": {
                "post": {
                    "summary": "Pairs a new demo terminal.",
                    "responses": {
                        "201": _answer("The terminal and its key."),
                        "429": _answer("Too many at once."),
                        "503": _answer("Nothing can be recorded just now."),
                    },
                }
            },
            "/api/wire.json": _get("The JSON Schema of the WebSocket's messages."),
            "/api/openapi.json": _get("This document."),
            "/health": _get("Whether the process lives."),
            "/ready": _get("Whether the floor takes commands."),
            "/metrics": _get("Figures for Prometheus."),
        },
    }


def _get(summary: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    responses = {"200": _answer(summary)}
    if parameters:
        responses["404"] = _answer("There is no such thing.")
    return {"get": {"summary": summary, "parameters": list(parameters), "responses": responses}}


def _answer(summary: str) -> dict[str, Any]:
    return {"description": summary, "content": {"application/json": {}}}
