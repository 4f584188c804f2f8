"""The schema of the wire and of the HTTP interface, made from the types themselves."""

import re
from functools import cache
from typing import Any, get_args

import msgspec

from punto.floor.public_view import views as public_views
from punto.floor.web.routes.cage import CageRequest, FindVoucher
from punto.floor.web.routes.pit import OperationRequest
from punto.floor.wire import staff
from punto.floor.wire import terminal as wire


def message_schema() -> dict[str, Any]:
    """The JSON Schema of every message, by who sends it."""
    inbound, outbound = (
        list(get_args(wire.Inbound)),
        [*get_args(wire.Outbound), public_views.TerminalView],
    )
    schemas, definitions = msgspec.json.schema_components(
        [*inbound, *outbound], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The wire between floor server and browser",
        "protocol": wire.PROTOCOL,
        "subprotocol": wire.SUBPROTOCOL,
        "browser_to_server": {"oneOf": list(schemas[: len(inbound)])},
        "server_to_browser": {"oneOf": list(schemas[len(inbound) :])},
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
    concluded = _get("Concluded rounds.", table, before, limit)
    concluded["get"]["responses"]["400"] = _answer("No whole numbers.")
    return {
        "openapi": "3.1.0",
        "info": {"title": "Punto floor", "version": str(wire.PROTOCOL)},
        "paths": {
            "/api/lobby": _get("Every table of the floor."),
            "/api/tables/{table}/layout": _get("The layout of a table.", table),
            "/api/tables/{table}/help": _get("The help of a table.", table),
            "/api/tables/{table}/odds": _get("The odds of every wager on offer.", table),
            "/api/tables/{table}/rounds": concluded,
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
            **{path: _of_staff(path, **summaries) for path, summaries in STAFF.items()},
        },
        "components": {"schemas": _bodies()[1]},
    }


STAFF: dict[str, dict[str, str]] = {
    "/api/staff/me": {"get": "Whoever is signed in, and the demo staff."},
    "/api/staff/sign-in": {"post": "A session for a name and its password."},
    "/api/staff/sign-out": {"post": "Ends the session."},
    "/api/staff/password": {"post": "Another password."},
    "/api/staff/second-factor": {"post": "The secret of a second factor, shown once."},
    "/api/staff/second-factor/confirm": {"post": "The first code of a second factor."},
    "/api/staff/sessions": {"get": "Where one is signed in oneself."},
    "/api/staff/sessions/end": {"post": "Ends sessions of one's own."},
    "/api/staff/acting": {"post": "Acts in a position."},
    "/api/staff/people": {"get": "Everybody of the staff.", "post": "Somebody new."},
    "/api/staff/people/{name}/acting": {"post": "Lends a position."},
    "/api/staff/people/{name}/change": {"post": "Another position, other duties."},
    "/api/staff/people/{name}/disable": {"post": "Lets somebody in no longer."},
    "/api/staff/people/{name}/enable": {"post": "Lets somebody in again."},
    "/api/staff/people/{name}/reset": {"post": "A new code for one use."},
    "/api/staff/people/{name}/second-factor": {"post": "Removes a second factor that was lost."},
    "/api/staff/people/{name}/sign-out": {"post": "Signs somebody out everywhere."},
    "/api/staff/tables/{table}/actions": {"post": "Asks something of a table."},
    "/api/staff/tables/{table}/dealer": {"post": "Takes a table over, or gives it back."},
    "/api/staff/tables/{table}/calls": {"post": "A dealer calls the pit."},
    "/api/staff/tables/{table}/disable": {"post": "No new bets."},
    "/api/staff/tables/{table}/enable": {"post": "In use again."},
    "/api/staff/tables/{table}/previews": {"post": "What a command would do."},
    "/api/staff/tables/{table}/irregularities": {"get": "What can have gone wrong."},
    "/api/staff/tables/{table}/game/disable": {"post": "This version of its game no longer."},
    "/api/staff/tables/{table}/game/enable": {"post": "The version is in use again."},
    "/api/staff/tables/{table}/settings": {"get": "The settings in force, and what they may be."},
    "/api/staff/tables/{table}/close": {"post": "Closes a table, after so many rounds."},
    "/api/staff/tables/{table}/open": {"post": "Opens a table as it is planned."},
    "/api/staff/floor/disable": {"post": "No new bets anywhere."},
    "/api/staff/floor/enable": {"post": "The floor is in use again."},
    "/api/staff/terminals/{terminal}/disable": {"post": "No new bets."},
    "/api/staff/terminals/{terminal}/enable": {"post": "In use again."},
    "/api/staff/visits/{visit}/disable": {"post": "No new bets of one patron."},
    "/api/staff/visits/{visit}/enable": {"post": "Bets of the patron are taken again."},
    "/api/staff/calls/{call}/outcome": {"post": "What came of a call."},
    "/api/staff/cage": {"get": "The cage: drawers, visits, vouchers, what is owed."},
    "/api/staff/cage/actions": {"post": "Asks something of the cage."},
    "/api/staff/cage/vouchers": {"post": "Finds a voucher by its number."},
    "/api/staff/cage/entries": {"get": "What waits for a second person at the cage."},
    "/api/staff/cage/entries/{entry}": {"post": "Stands by such an entry, or declines it."},
    "/api/staff/approvals": {"get": "What waits for a second person."},
    "/api/staff/approvals/{entry}": {"post": "Stands by an entry, or declines it."},
    "/api/staff/reports": {"get": "The reports there are, and their periods."},
    "/api/staff/reports/{kind}": {"get": "One report, reconciled with the ledger."},
    "/api/staff/audit/overview": {"get": "What there is to be audited."},
    "/api/staff/audit/checkpoints": {"get": "The checkpoints that left the machine."},
    "/api/staff/audit/verify": {
        "get": "How far the check of the chain is.",
        "post": "Begins to check the chain.",
    },
    "/api/staff/audit/entries": {"get": "Entries of the journal, searched page by page."},
    "/api/staff/audit/entries/{stream}/{number}": {"get": "One entry and its place in the chain."},
    "/api/staff/audit/tables/{table}/rounds": {"get": "Concluded rounds."},
    "/api/staff/audit/tables/{table}/rounds/{round}": {"get": "One round as each screen saw it."},
    "/api/staff/audit/tables/{table}/rounds/{round}/bundle": {"post": "A round to take along."},
}
"""What staff screens ask for, with the cookie of a session and the header `x-punto: staff`."""


BODIES: dict[str, type[msgspec.Struct]] = {
    "/api/staff/sign-in": staff.SignIn,
    "/api/staff/password": staff.ChangePassword,
    "/api/staff/second-factor": staff.PasswordConfirmation,
    "/api/staff/second-factor/confirm": staff.SecondFactorCode,
    "/api/staff/sessions/end": staff.EndSessions,
    "/api/staff/acting": staff.ActingPosition,
    "/api/staff/people": staff.PersonDetails,
    "/api/staff/people/{name}/acting": staff.ActingPosition,
    "/api/staff/people/{name}/change": staff.PersonDetails,
    "/api/staff/tables/{table}/actions": staff.ActionRequest,
    "/api/staff/tables/{table}/previews": staff.PreviewRequest,
    "/api/staff/tables/{table}/dealer": staff.DealerAssignmentRequest,
    "/api/staff/tables/{table}/calls": staff.PitCallRequest,
    "/api/staff/tables/{table}/close": OperationRequest,
    "/api/staff/tables/{table}/open": OperationRequest,
    "/api/staff/calls/{call}/outcome": staff.CallOutcome,
    "/api/staff/approvals/{entry}": staff.ApprovalAnswer,
    "/api/staff/cage/actions": CageRequest,
    "/api/staff/cage/vouchers": FindVoucher,
    "/api/staff/cage/entries/{entry}": staff.ApprovalAnswer,
    **{
        f"/api/staff/{what}/{verb}": staff.StopRequest
        for what in (
            "floor",
            "tables/{table}",
            "tables/{table}/game",
            "terminals/{terminal}",
            "visits/{visit}",
        )
        for verb in ("disable", "enable")
    },
}
"""What is sent with a post; the others need nothing but their path."""


@cache
def _bodies() -> tuple[dict[str, Any], dict[str, Any]]:
    """What each path is sent, and the schemas that this refers to."""
    schemas, definitions = msgspec.json.schema_components(
        BODIES.values(), ref_template="#/components/schemas/{name}"
    )
    return dict(zip(BODIES, schemas, strict=True)), definitions


def _of_staff(path: str, **summaries: str) -> dict[str, Any]:
    responses = {"401": _answer("Nobody is signed in."), "403": _answer("Not allowed.")}
    if "{" in path:
        responses["404"] = _answer("There is no such thing.")
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", path)
    ]
    body = {"requestBody": {"content": {"application/json": {"schema": _bodies()[0].get(path)}}}}
    return {
        method: {
            "summary": words,
            "parameters": parameters,
            "responses": {"200": _answer(words), **responses},
            **(body if method == "post" and path in BODIES else {}),
        }
        for method, words in summaries.items()
    }


def _get(summary: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    responses = {"200": _answer(summary)}
    if parameters:
        responses["404"] = _answer("There is no such thing.")
    return {"get": {"summary": summary, "parameters": list(parameters), "responses": responses}}


def _answer(summary: str) -> dict[str, Any]:
    return {"description": summary, "content": {"application/json": {}}}
