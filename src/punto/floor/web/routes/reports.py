"""Serve reports, each from a process of its own, so that tables never wait for them."""

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response
from starlette.routing import BaseRoute

from punto.core.staff_positions import StaffPosition
from punto.floor.access.staff_access import NOT_ALLOWED, SignedInPerson, StaffAccess, has_duty
from punto.floor.plan import FloorPlan
from punto.floor.refusals import FloorRefusal
from punto.floor.web.compressed_files import public_content
from punto.floor.web.endpoints import Call, api_routes, route
from punto.house.staff.events import Duty
from punto.reports.floor.report_kinds import KINDS
from punto.reports.formats.html import stylesheet
from punto.table.refusals import Refusal

READERS = (Duty.AUDITOR, StaffPosition.PIT_MANAGER)
"""The people who may read every report."""

NEEDS = (*READERS, Duty.CASHIER)
"""The people who may read some report."""

AT_ONCE, WAITING = 1, 6
MAX_SECONDS = 120.0
PROGRAM = "from punto.cli.main import main; main()"
"""The program that makes a report: the command line itself, in its own process."""

MEDIA = {
    "sheets": "application/json",
    "html": "text/html; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "pdf": "application/pdf",
    "json": "application/json",
}

NO_REPORT = FloorRefusal.NO_REPORT.at()
NOT_A_PERIOD = FloorRefusal.NOT_A_PERIOD.at()
TOO_MANY = FloorRefusal.REPORTS_BUSY.at()
TOO_LONG = FloorRefusal.REPORT_TOO_LONG.at()
NO_PDF = FloorRefusal.NO_PDF.at()
FAILED = FloorRefusal.REPORT_FAILED.at()


Moment = Annotated[str, Meta(pattern=r"^[0-9TZ:+., -]{0,40}\Z")]
"""The characters of a day or a time; the report's own process checks the rest."""


class ReportParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """The period, the table and the form of a report."""

    period: Literal["day", "month", "year", "life"] = "day"
    on: Moment = ""
    since: Moment = ""
    until: Moment = ""
    table: str = ""
    form: Literal["sheets", "html", "csv", "pdf", "json"] = "sheets"
    language: Literal["en", "zh"] = "en"


def routes(plan: FloorPlan, journal: Path, staff: StaffAccess) -> list[BaseRoute]:
    """The routes of the reports screen."""
    return api_routes(_Reports(plan, journal, staff), staff)


@dataclass(frozen=True, slots=True)
class ReportOutput:
    """The exit code, the report and the errors of the process that makes reports."""

    code: int
    body: bytes
    words: str


class _Reports:
    """The handlers."""

    def __init__(self, plan: FloorPlan, journal: Path, staff: StaffAccess) -> None:
        self._plan, self._journal, self._staff = plan, journal, staff
        self._tables = tuple(each.key for each in plan.tables)
        self._making = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    @route("GET", "/static/report.css", media_type="text/css")
    async def stylesheet(self, call: Call[None]) -> Response:
        """The style sheet of reports."""
        return public_content(stylesheet().encode(), ".css").response(call.request)

    @route("GET", "/api/staff/reports", NEEDS)
    async def kinds(self, call: Call[None]) -> dict[str, Any]:
        """The reports that the person may read, the tables, and the gaming day."""
        found = [
            {
                "kind": name,
                "title": kind.title,
                "about": kind.about,
                "version": kind.version,
            }
            for name, kind in KINDS.items()
            if self._may_read(call.signed, name)
        ]
        day = self._plan.calendar.slot(datetime.now(UTC))[0]
        return {"kinds": found, "tables": self._tables, "day": f"{day}"}

    @route(
        "GET",
        "/api/staff/reports/{kind}",
        NEEDS,
        query=get_type_hints(ReportParameters, include_extras=True),
        statuses=(400, 429, 501, 503),
    )
    async def report(self, call: Call[None]) -> Response | Refusal:
        """A report, reconciled with the ledger, in the form of the query."""
        kind = call.path("kind")
        if kind not in KINDS:
            return NO_REPORT
        if not self._may_read(call.signed, kind):
            return NOT_ALLOWED
        parameters = self._parse_parameters(call.request.query_params)
        if isinstance(parameters, Refusal):
            return parameters
        output = await self._run_report(kind, parameters, call.signed)
        if isinstance(output, Refusal):
            return output
        if output.code not in (0, 1):
            return NOT_A_PERIOD if output.code == 2 else FAILED
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
    def _may_read(signed: SignedInPerson, kind: str) -> bool:
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
    return FloorRefusal.UNKNOWN_PARAMETER.at(parameter=name[:40], known=known)


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
