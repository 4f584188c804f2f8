"""Describe the API and the messages of the WebSocket, from the routes and the types."""

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, get_args

import msgspec
from starlette.routing import BaseRoute

from punto.floor.public_view import views as public_views
from punto.floor.web.endpoints import JSON, ApiRoute, Endpoint
from punto.floor.web.json_responses import RefusalView
from punto.floor.wire import terminal as wire

Schema = dict[str, Any]


def message_schema() -> Schema:
    """The JSON Schema of every message, by its sender."""
    inbound = list(get_args(wire.Inbound))
    outbound = [*get_args(wire.Outbound), public_views.TerminalView]
    schemas, definitions = msgspec.json.schema_components(
        [*inbound, *outbound], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages between the floor and a browser",
        "protocol": wire.PROTOCOL,
        "subprotocol": wire.SUBPROTOCOL,
        "browser_to_server": {"oneOf": list(schemas[: len(inbound)])},
        "server_to_browser": {"oneOf": list(schemas[len(inbound) :])},
        "$defs": definitions,
    }


def openapi(routes: Iterable[BaseRoute]) -> Schema:
    """The OpenAPI document of these routes."""
    declared = [route.declared for route in routes if isinstance(route, ApiRoute)]
    types: dict[Any, None] = {RefusalView: None}
    for endpoint in declared:
        types |= dict.fromkeys((*endpoint.query.values(), endpoint.body, *endpoint.reply_types))
    types.pop(None, None)
    schemas, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schema_of = dict(zip(types, schemas, strict=True))
    paths: dict[str, Schema] = {}
    for endpoint in declared:
        operation = _operation(endpoint, schema_of)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Punto floor", "version": str(wire.PROTOCOL)},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint, schema_of: Mapping[Any, Schema]) -> Schema:
    in_path = re.findall(r"{(\w+)}", endpoint.path)
    replies = [schema_of[kind] for kind in endpoint.reply_types]
    is_plain = endpoint.needs is None and endpoint.body is None
    refusals = [] if is_plain else [schema_of[RefusalView]]
    responses = {str(endpoint.status): _response(endpoint.status, endpoint.media_type, replies)}
    for status in _refused(endpoint):
        responses[str(status)] = _response(status, JSON, refusals)
    operation: Schema = {
        "summary": endpoint.summary,
        "parameters": [
            *(_parameter("path", name, {"type": "string"}) for name in in_path),
            *(_parameter("query", name, schema_of[kind]) for name, kind in endpoint.query.items()),
        ],
        "responses": responses,
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"content": {JSON: {"schema": schema_of[endpoint.body]}}}
    return operation


def _refused(endpoint: Endpoint) -> list[int]:
    statuses = {*endpoint.statuses}
    statuses |= {401, 403} if endpoint.needs is not None else set()
    statuses |= {404} if "{" in endpoint.path else set()
    statuses |= {400, 413} if endpoint.body is not None else set()
    return sorted(statuses)


def _parameter(place: str, name: str, schema: Schema) -> Schema:
    return {"name": name, "in": place, "required": place == "path", "schema": schema}


def _response(status: int, media_type: str, schemas: list[Schema]) -> Schema:
    schema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
    content = {media_type: {"schema": schema} if schemas else {}}
    return {"description": HTTPStatus(status).phrase, "content": content}
