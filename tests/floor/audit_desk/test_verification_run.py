"""The check of the whole journal that an auditor starts."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from punto.floor.audit_desk.verification_run import PROGRAM, BooksView, VerificationRun
from punto.floor.tasks import Tasks
from tests.audit.conftest import Whole, whole
from tests.audit.forger import Forger
from tests.texts import text

__all__ = ["whole"]


def _fail(error: Exception) -> None:
    raise error


def test_the_second_opinion_runs_at_a_lower_priority() -> None:
    shows = "import atexit, os; atexit.register(lambda: print(os.nice(0)))"
    words = [sys.executable, "-c", f"{shows}\n{PROGRAM}", "audit", "--help"]
    answer = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "punto audit" in answer.stdout
    assert int(answer.stdout.splitlines()[-1]) == min(19, os.nice(0) + 10)


def test_a_finding_of_the_auditor_appears_in_both_languages(whole: Whole, tmp_path: Path) -> None:
    forger = Forger(whole("tiger"), tmp_path / "copy.db")
    forger.event("CardDrawn")["side"] = "banker"
    forger.write()
    path = forger.close()

    async def books() -> BooksView:
        run = VerificationRun(path, Tasks(_fail))
        assert run.begin(None, "2026-11-14T21:46:12.000Z")
        while run.view().running:
            await asyncio.sleep(0.05)
        answer = run.view().answer
        assert answer is not None
        return answer.books

    found = asyncio.run(books())
    assert not found.agree
    first = found.findings[0]
    assert text(first).endswith("card 1 on the Banker hand; expected the Player hand")
    assert text(first, "zh").endswith("第 1 张牌在庄家；应在闲家")
