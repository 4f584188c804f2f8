"""Review the pinned libraries, and record the ones that have a newer release.

`scripts/libraries` runs this on a machine that reaches the package index. A test compares the
record with the pins and with the times that `docs/how-to/safety.md` promises.
"""

import hashlib
import json
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

REQUIREMENTS = Path(__file__).parent.parent / "requirements"
RECORD = REQUIREMENTS / "looked.toml"
REVIEW_DAYS = 90
"""The maximum time between two reviews of the pinned libraries."""

BEHIND_DAYS = 90
"""The maximum time between the review that finds a newer release and the update to it."""

_PIN = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Behind:
    """A library with a newer release than the pinned one, and the day of the first such review."""

    name: str
    pinned: str
    newest: str
    since: date


@dataclass(frozen=True, slots=True)
class Review:
    """A review of all pins: its day, the pins, and the libraries that were behind."""

    day: date
    pins: str
    behind: tuple[Behind, ...]

    def overdue(self, today: date) -> list[str]:
        """List the updates and reviews that are later than promised."""
        found = [
            f"{each.name} {each.pinned} is behind {each.newest} since {each.since}"
            for each in self.behind
            if today - each.since > timedelta(days=BEHIND_DAYS)
        ]
        if today - self.day > timedelta(days=REVIEW_DAYS):
            found.append(f"the last review of the pinned libraries was on {self.day}")
        return found

    def toml(self) -> str:
        """Return the text of the stored record."""
        rows = "".join(
            f'\n[[behind]]\nname = "{each.name}"\npinned = "{each.pinned}"\n'
            f'newest = "{each.newest}"\nsince = {each.since}\n'
            for each in self.behind
        )
        return f'# Written by scripts/libraries.\nday = {self.day}\npins = "{self.pins}"\n{rows}'


def pins() -> dict[str, str]:
    """Every pinned library with its version, that of the newest Python if several differ."""
    found: dict[str, str] = {}
    for path in sorted(REQUIREMENTS.glob("*.txt")):
        found.update(_PIN.findall(path.read_text(encoding="utf-8")))
    return found


def digest(pinned: dict[str, str]) -> str:
    """The digest of names and versions by which a record identifies the reviewed pins."""
    lines = "".join(f"{name}=={version}\n" for name, version in sorted(pinned.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def stored_review(path: Path = RECORD) -> Review:
    """Read the stored record of the last review."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    behind = tuple(Behind(**each) for each in content.get("behind", ()))
    return Review(content["day"], content["pins"], behind)


def reviewed(
    newest: dict[str, str], pinned: dict[str, str], before: Review | None, day: date
) -> Review:
    """Return the review of a day. `newest` names the outdated libraries; earlier dates stay."""
    since = {(each.name, each.pinned): each.since for each in before.behind} if before else {}
    behind = tuple(
        Behind(name, version, newest[name], since.get((name, version), day))
        for name, version in sorted(pinned.items())
        if newest.get(name, version) != version
    )
    return Review(day, digest(pinned), behind)


def outdated() -> dict[str, str]:
    """Ask the package index for the newest release of each outdated library."""
    command = ["uv", "pip", "list", "--outdated", "--format", "json", "--python", sys.executable]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise SystemExit(f"the package index did not answer: {answer.stderr.strip()}")
    return {each["name"]: each["latest_version"] for each in json.loads(answer.stdout)}


if __name__ == "__main__":
    review = reviewed(
        outdated(), pins(), stored_review() if RECORD.exists() else None, date.today()
    )
    RECORD.write_text(review.toml(), encoding="utf-8")
    lines = [f"{len(pins())} libraries reviewed on {review.day}, {len(review.behind)} outdated"]
    lines += [f"  {each.name} {each.pinned}, newest {each.newest}" for each in review.behind]
    sys.stdout.write("\n".join(lines) + "\n")
    sys.exit("\n".join(review.overdue(review.day)) or None)
