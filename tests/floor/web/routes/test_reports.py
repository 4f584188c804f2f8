"""Serve reports in every form to the people who may read them, while the floor deals."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from punto.floor.access.demo_staff import DEMO_STAFF
from punto.floor.web.routes import reports
from punto.reports.floor.period import Calendar
from punto.reports.floor.report_kinds import KINDS
from tests.floor.cashier import signed_in
from tests.floor.playing import plan_of, served

READ_ALL = {"P-07", "M-03", "G-02", "A-05"}
AT_THE_CAGE = {"C-11", "C-12"}
OF_THE_CAGE = {kind for kind, each in KINDS.items() if each.is_for_cashiers}


async def test_a_person_reads_only_the_reports_of_their_duty_or_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The floor checks the person before it makes a report."""
    made: list[list[str]] = []

    async def run_report(words: list[str]) -> reports.ReportOutput:
        made.append(words)
        return reports.ReportOutput(0, b"{}", "")

    monkeypatch.setattr(reports, "_run", run_report)

    async with served(tmp_path, plan_of("tiger")) as floor:
        for person in DEMO_STAFF:
            async with signed_in(floor, person.name) as member:
                for kind in KINDS:
                    answer = await member.client.get(f"/api/staff/reports/{kind}")
                    may = person.name in READ_ALL or (
                        person.name in AT_THE_CAGE and kind in OF_THE_CAGE
                    )
                    assert (answer.status_code == 200) is may, (person.name, kind)
                    assert answer.status_code in (200, 403)
                listed = await member.client.get("/api/staff/reports")
                kinds = [each["kind"] for each in listed.json().get("kinds", [])]
                expected = set(KINDS) if person.name in READ_ALL else OF_THE_CAGE
                assert set(kinds) == (expected if listed.status_code == 200 else set())
        async with floor.http() as nobody:
            for path in ("/api/staff/reports", "/api/staff/reports/win"):
                assert (await nobody.get(path)).status_code == 401
    assert len(made) == len(READ_ALL) * len(KINDS) + len(AT_THE_CAGE) * len(OF_THE_CAGE)
    operators = {word for words in made for word in words if word.startswith("--operator=")}
    assert len(operators) == len(READ_ALL | AT_THE_CAGE)
    assert "--operator=Auditor 5 A-05" in operators
    assert all({*Calendar().options} <= {*words} for words in made), "days as the pit has them"


async def test_a_report_is_made_in_every_form_while_the_floor_deals(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor, "A-05") as auditor, floor.terminal("tiger-5"):
            path = "/api/staff/reports/performance?period=life&form="
            found: dict[str, Any] = (await auditor.client.get(f"{path}sheets")).json()
            assert found["is_reconciled"]
            assert "by Auditor 5 A-05" in found["html"]
            for form, starts in (("csv", b"report,"), ("pdf", b"%PDF-"), ("html", b"<!doctype")):
                answer = await auditor.client.get(f"{path}{form}")
                assert answer.status_code == 200, answer.text
                assert answer.headers["x-punto-reconciled"] == "yes"
                assert answer.headers["cache-control"] == "no-store"
                named = f'attachment; filename="performance-life.{form}"'
                assert answer.headers["content-disposition"] == named
                assert answer.content.startswith(starts)


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("gossip", 404, "no-such-report"),
        ("win?form=exe", 400, "not-a-period"),
        ("win?period=week", 400, "not-a-period"),
        ("win?on=yesterday", 400, "not-a-period"),
        ("win?on=2026-11-13%00", 400, "not-a-period"),
        (f"win?since={'9' * 5_000}", 400, "not-a-period"),
        ("win?since=2026-11-14&until=2026-11-13", 400, "not-a-period"),
        ("win?table=nowhere", 400, "not-a-period"),
        ("win?operator=Somebody", 400, "unknown-parameter"),
    ],
)
async def test_an_invalid_report_request_is_refused(
    path: str, status: int, code: str, tmp_path: Path
) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor, "A-05") as auditor:
            answer = await auditor.client.get(f"/api/staff/reports/{path}")
            assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_an_unknown_parameter_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    """The answer to `format`, whose right name is `form`, was that it is not a period."""
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor, "A-05") as auditor:
            answer = await auditor.client.get("/api/staff/reports/win?form=csv&format=html")
            assert answer.status_code == 400
            values = answer.json()["values"]
            assert values["parameter"] == "format"
            assert values["known"][-6:] == ["on", "since", "until", "table", "form", "language"]


async def test_a_floor_without_reportlab_names_the_package_for_pdf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer was that no report exists for the period."""
    monkeypatch.setitem(sys.modules, "reportlab", None)
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor, "A-05") as auditor:
            answer = await auditor.client.get("/api/staff/reports/performance?form=pdf")
            assert (answer.status_code, answer.json()["code"]) == (501, "no-pdf")
            html = await auditor.client.get("/api/staff/reports/performance?form=html")
            assert html.status_code == 200


async def test_a_slow_report_is_cancelled_and_reports_wait_in_a_queue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "PROGRAM", "import time; time.sleep(60)")
    monkeypatch.setattr(reports, "MAX_SECONDS", 0.3)
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with signed_in(floor, "A-05") as auditor:
            path = "/api/staff/reports/win"
            many = [auditor.client.get(path) for _ in range(reports.WAITING + 2)]
            answers = await asyncio.gather(*many)
            codes = sorted(json.loads(each.text)["code"] for each in answers)
            assert codes.count("report-too-long") == reports.WAITING
            assert codes.count("reports-busy") == 2


async def test_the_stylesheet_of_reports_is_served(tmp_path: Path) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.http() as anybody:
            answer = await anybody.get("/static/report.css")
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/css")
