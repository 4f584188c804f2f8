"""The check of the whole journal that an auditor starts."""

import os
import subprocess
import sys

from punto.floor.audit_desk.verification_run import PROGRAM


def test_the_second_opinion_runs_at_a_lower_priority() -> None:
    shows = "import atexit, os; atexit.register(lambda: print(os.nice(0)))"
    words = [sys.executable, "-c", f"{shows}\n{PROGRAM}", "audit", "--help"]
    answer = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "punto audit" in answer.stdout
    assert int(answer.stdout.splitlines()[-1]) == min(19, os.nice(0) + 10)
