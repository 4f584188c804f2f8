"""Serve reports, each from a process of its own, so that tables never wait for them."""

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import NOT_ALLOWED, SignedInPerson, StaffAccess, has_duty
from punto.floor.plan import FloorPlan
from punto.floor.web.compressed_files import public_content
from punto.floor.web.json_responses import json_response, refusal_response, staff_request
from punto.house.staff.events import Duty
from punto.reports.floor.report_kinds import KINDS
from punto.reports.formats.html import stylesheet
from punto.table.refusals import Refusal

READERS = (Duty.AUDITOR, StaffPosition.PIT_MANAGER)
"""Who reads every report."""

AT_ONCE, WAITING = 1, 6
MAX_SECONDS = 120.0
PROGRAM = "from punto.cli.main import main; main()"
"""What makes a report: the command line itself, beside everything that deals."""

MEDIA = {
    "sheets": "application/json",
    "html": "text/html; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "pdf": "application/pdf",
    "json": "application/json",
}

NO_REPORT = Refusal("no-such-report", "POLICY", "There is no such report.")
NOT_A_PERIOD = Refusal("not-a-period", "POLICY", "That is not a period that can be reported on.")
TOO_MANY = Refusal("reports-busy", "POLICY", "Other reports are being made. Please wait a moment.")
TOO_LONG = Refusal("report-too-long", "POLICY", "That took too long. A shorter period will do.")
NO_PDF = Refusal(
    "no-pdf", "POLICY", "A PDF needs reportlab on this floor: pip install 'punto[report]'."
)
FAILED = Refusal("report-failed", "POLICY", "The report could not be made.")


Moment = Annotated[str, Meta(pattern=r"^[0-9TZ:+., -]{0,40}\Z")]
"""The characters of a day or a time; the report's own process checks the rest."""


class ReportParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """Which period of which table is asked for, and in which form."""

    period: Literal["day", "month", "year", "life"] = "day"
    on: Moment = ""
    since: Moment = ""
    until: Moment = ""
    table: str = ""
    form: Literal["sheets", "html", "csv", "pdf", "json"] = "sheets"
    language: Literal["en", "zh"] = "en"


def routes(plan: FloorPlan, journal: Path, staff: StaffAccess) -> list[BaseRoute]:
    """Everything that the screen of reports asks for."""
    reports = ReportEndpoints(plan, journal, staff)
    return [
        Route("/static/report.css", _stylesheet),
        Route("/api/staff/reports", reports.kinds, methods=["GET"]),
        Route("/api/staff/reports/{kind}", reports.report, methods=["GET"]),
    ]


async def _stylesheet(request: Request) -> Response:
    return public_content(stylesheet().encode(), ".css").response(request)


@dataclass(frozen=True, slots=True)
class ReportOutput:
    """What the process that makes reports said: how it ended, the report, and why not."""

    code: int
    body: bytes
    words: str


class ReportEndpoints:
    """The handlers."""

    def __init__(self, plan: FloorPlan, journal: Path, staff: StaffAccess) -> None:
        self._plan, self._journal, self._staff = plan, journal, staff
        self._tables = tuple(each.key for each in plan.tables)
        self._making = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def kinds(self, request: Request) -> Response:
        """The reports that whoever asks may read, the tables, and today."""
        signed = self._staff.authenticate(staff_request(request), *READERS, Duty.CASHIER)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        found = [
            {
                "kind": name,
                "title": each.definition.title,
                "words": each.definition.words,
                "version": each.definition.version,
            }
            for name, each in KINDS.items()
            if self._may(signed, name)
        ]
        day = self._plan.calendar.slot(datetime.now(UTC))[0]
        return json_response({"kinds": found, "tables": self._tables, "day": f"{day}"})

    async def report(self, request: Request) -> Response:
        """A report, in the form that is asked for."""
        signed = self._staff.authenticate(staff_request(request), *READERS, Duty.CASHIER)
        if isinstance(signed, Refusal):
            return refusal_response(signed)
        kind = request.path_params["kind"]
        if kind not in KINDS:
            return refusal_response(NO_REPORT, 404)
        if not self._may(signed, kind):
            return refusal_response(NOT_ALLOWED)
        parameters = self._parse_parameters(request.query_params)
        if isinstance(parameters, Refusal):
            return refusal_response(parameters, 501 if parameters is NO_PDF else 400)
        output = await self._run_report(kind, parameters, signed)
        if isinstance(output, Refusal):
            return refusal_response(output, 503 if output is TOO_LONG else None)
        if output.code not in (0, 1):
            return refusal_response(NOT_A_PERIOD if output.code == 2 else FAILED, 400)
        return _answer(kind, parameters, output)

    def _parse_parameters(self, query: Mapping[str, str]) -> ReportParameters | Refusal:
        """The parameters of a request, or the first reason why no report can follow from them."""
        known = ReportParameters.__struct_fields__
        for name in query:
            if name not in known:
                return _unknown(name, known)
        try:
            parameters = msgspec.convert(dict(query), ReportParameters)
        except msgspec.ValidationError:
            return NOT_A_PERIOD
        if parameters.table and parameters.table not in self._tables:
            return NOT_A_PERIOD
        if parameters.form == "pdf" and find_spec("reportlab") is None:
            return NO_PDF
        return parameters

    @staticmethod
    def _may(signed: SignedInPerson, kind: str) -> bool:
        if any(has_duty(signed.person, need) for need in READERS):
            return True
        return KINDS[kind].is_for_cashiers

    async def _run_report(
        self, kind: str, parameters: ReportParameters, signed: SignedInPerson
    ) -> ReportOutput | Refusal:
        if self._waiting >= WAITING:
            return TOO_MANY
        self._waiting += 1
        try:
            async with self._making:
                return await _run(self._words(kind, parameters, signed))
        finally:
            self._waiting -= 1

    def _words(self, kind: str, parameters: ReportParameters, signed: SignedInPerson) -> list[str]:
        words = ["report", str(self._journal), kind, f"--format={parameters.form}"]
        words += [f"--operator={signed.person.display_name} {signed.name}"]
        words += [f"--currency={self._plan.currency}", f"--language={parameters.language}"]
        words += self._plan.calendar.options
        if parameters.since or parameters.until:
            ends = (("--from", parameters.since), ("--to", parameters.until))
            words += [f"{name}={value}" for name, value in ends if value]
        else:
            words.append(f"--period={parameters.period}")
            if parameters.on and parameters.period != "life":
                words.append(f"--on={parameters.on}")
        return [*words, *([f"--table={parameters.table}"] if parameters.table else [])]


def _unknown(name: str, known: tuple[str, ...]) -> Refusal:
    words = f'"{name:.40}" is not a parameter of a report. Expected: {", ".join(known)}.'
    return Refusal("unknown-parameter", "POLICY", words, {"parameter": name[:40], "known": known})


async def _run(words: list[str]) -> ReportOutput | Refusal:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        PROGRAM,
        *words,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(MAX_SECONDS):
            body, errors = await process.communicate()
    except TimeoutError:
        return TOO_LONG
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return ReportOutput(process.returncode or 0, body, errors.decode(errors="replace"))


def _answer(kind: str, parameters: ReportParameters, output: ReportOutput) -> Response:
    headers = {
        "cache-control": "no-store",
        "x-punto-reconciled": "yes" if output.code == 0 else "no",
    }
    if parameters.form != "sheets":
        when = parameters.on or parameters.since[:10] or parameters.period
        name = "".join(each for each in f"{kind}-{when}" if each.isalnum() or each == "-")
        headers["content-disposition"] = f'attachment; filename="{name}.{parameters.form}"'
    return Response(output.body, media_type=MEDIA[parameters.form], headers=headers)
