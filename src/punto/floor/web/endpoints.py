"""Declare the path, the access, the body and the summary of each route, once.

The server and the OpenAPI document both use the declaration.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Generic, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import NOBODY, SignedInPerson, StaffAccess
from punto.floor.web.json_responses import (
    json_response,
    parse_body,
    refusal_response,
    staff_request,
)
from punto.house.staff.events import Duty
from punto.table.refusals import Refusal

Body = TypeVar("Body", covariant=True)
Handlers: TypeAlias = Any
"""The object of a feature whose methods handle its routes."""

Needs: TypeAlias = tuple[Duty | StaffPosition, ...]
"""The duties and positions of which a person needs one; empty for everyone who is signed in."""

ErrorRefusals: TypeAlias = Mapping[type[Exception], Callable[[Exception], Refusal]]
"""The refusals that answer the errors of a feature's handlers."""

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Call(Generic[Body]):
    """A request that passed the checks of its route."""

    request: Request
    signed: SignedInPerson
    """The person who sent it; `NOBODY` if the route is public."""

    body: Body

    def path(self, name: str) -> str:
        """The part of the path with this name."""
        value: str = self.request.path_params[name]
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """The declaration of a route, with its handler."""

    method: str
    path: str
    summary: str
    handler: Callable[[Handlers, Call[Any]], Awaitable[object]]
    needs: Needs | None = None
    """None for a public route."""

    may_be_new: bool = False
    """Whether a person may use it before choosing a password and a second factor."""

    body: type | None = None
    check: Callable[[Handlers, Request], Refusal | None] | None = None
    """Refuses a request before its body is read."""

    query: Mapping[str, Any] = field(default_factory=dict)
    """The parameters of the query, with their types."""

    statuses: tuple[int, ...] = ()
    """Other statuses of the response, besides those of every such route."""

    status: int = 200
    media_type: str = JSON

    @property
    def reply_types(self) -> tuple[Any, ...]:
        """The types of a successful reply, without those that need no schema."""
        hint = get_type_hints(self.handler)["return"]
        types = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
        return tuple(each for each in types if each not in (Refusal, Response, NoneType))


def route(
    method: str,
    path: str,
    needs: Needs | None = None,
    body: type[Body] | None = None,
    **options: Any,
) -> Callable[[Callable[[Any, Call[Body]], Awaitable[object]]], Endpoint]:
    """Declare that a method handles a route.

    The method returns a response, a refusal, or a value that becomes JSON. Its docstring is the
    summary of the route. The options are the other fields of `Endpoint`.
    """

    def declare(handler: Callable[[Any, Call[Body]], Awaitable[object]]) -> Endpoint:
        return Endpoint(
            method=method,
            path=path,
            handler=handler,
            needs=needs,
            body=body,
            **{"summary": getdoc(handler) or "", **options},
        )

    return declare


def api_routes(
    handlers: Handlers,
    staff: StaffAccess | None = None,
    rows: Iterable[Endpoint] = (),
    errors: ErrorRefusals | None = None,
) -> list[BaseRoute]:
    """The routes that the class of `handlers` declares, and those of `rows`, in their order."""
    declared = (each for each in vars(type(handlers)).values() if isinstance(each, Endpoint))
    return [ApiRoute(each, handlers, staff, errors or {}) for each in (*declared, *rows)]


class ApiRoute(Route):
    """A route that checks the sender, reads the body and answers refusals in one way."""

    def __init__(
        self,
        endpoint: Endpoint,
        handlers: Handlers,
        staff: StaffAccess | None,
        errors: ErrorRefusals,
    ) -> None:
        self.declared, self._handlers, self._staff = endpoint, handlers, staff
        self._errors = errors
        super().__init__(endpoint.path, self._serve, methods=[endpoint.method])

    async def _serve(self, request: Request) -> Response:
        declared, signed = self.declared, self._authenticate(request)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        refusal = declared.check and declared.check(self._handlers, request)
        if refusal is not None:
            return refusal_response(refusal)
        body: Any = None
        if declared.body is not None:
            body = await parse_body(request, declared.body)
            if isinstance(body, Response):
                return body
        try:
            reply = await declared.handler(self._handlers, Call(request, signed, body))
        except tuple(self._errors) as error:
            reply = next(
                refusal_of(error)
                for kind, refusal_of in self._errors.items()
                if isinstance(error, kind)
            )
        if isinstance(reply, Response):
            return reply
        return refusal_response(reply) if isinstance(reply, Refusal) else json_response(reply)

    def _authenticate(self, request: Request) -> SignedInPerson | Refusal:
        needs = self.declared.needs
        if needs is None:
            return NOBODY
        assert self._staff is not None, "a route that is not public knows the staff"
        return self._staff.authenticate(
            staff_request(request), *needs, may_be_new=self.declared.may_be_new
        )
