"""Run the browser tests that failed in the last run of pytest once more, alone.

`scripts/test` starts this after a failure. Under load a browser may miss a moment that a test
waits for. A test that passes now is printed as flaky, and needs a fix of its cause.
"""

import json
import subprocess
import sys
from pathlib import Path

LAST_FAILED = Path(".pytest_cache/v/cache/lastfailed")
MAX_RERUN = 5


def failed_tests() -> list[str]:
    """Return the tests that failed in the last run."""
    return sorted(json.loads(LAST_FAILED.read_text(encoding="utf-8")))


def main() -> int:
    """Return 0 if every failed test is a browser's and passes alone, and 1 otherwise."""
    failed = failed_tests()
    others = [name for name in failed if not name.startswith("tests/browser/")]
    if others or not 0 < len(failed) <= MAX_RERUN:
        return 1
    print("Running failed browser tests once more, alone:", *failed, sep="\n  ", flush=True)
    again = subprocess.run([sys.executable, "-m", "pytest", "-n", "0", *failed], check=False)
    if again.returncode:
        return 1
    for name in failed:
        print(f"flaky: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
