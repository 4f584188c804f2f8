"""Mutants of core, table and ledger: each small change is to be noticed by a test.

Those that no test can notice stand in docs/explanation/mutants.md with the reason.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tests.planted.copies import ROOT, own_copy
from tests.planted.mutations import Mutation, mutations
from tests.powercut.telling import run
from tests.powercut.workers import spread

MUTANTS = {"full": None, "small": 60, "one": 1}
FOLDERS = ("core", "table", "ledger")
EXPLANATIONS = ROOT / "docs" / "explanation" / "mutants.md"

SECONDS = 600
"""How long some tests may take before a mutant counts as one that never ends."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutation of a file under `src/punto`."""

    file: str
    mutation: Mutation

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What tells it from others, and stays when lines move."""
        each = self.mutation
        return self.file, each.function, each.before, each.after


def campaign(size: str, first: int) -> tuple[list[str], bool]:
    """Runs a sample drawn by seed, or all; a survivor without a reason is a failure."""
    every = mutants()
    count = MUTANTS[size]
    chosen = every if count is None else Random(first).sample(every, count)
    reasons = explained()
    killed, equivalent, lines = 0, 0, list[str]()
    for mutant, found in zip(chosen, spread(survives, chosen), strict=True):
        each = mutant.mutation
        where = f"{mutant.file}:{each.line} {each.function}: {each.before}  ->  {each.after}"
        if found:
            killed += 1
            print(f"killed    {where} | {found}", flush=True)
        elif mutant.key in reasons:
            equivalent += 1
            print(f"explained {where} | {reasons[mutant.key]}", flush=True)
        else:
            print(f"SURVIVED  {where}", flush=True)
            lines.append(f"survived without a reason: {where}")
    lines.append(
        f"{len(chosen)} mutants of {len(every):,} run: {killed} killed, {equivalent} survived "
        f"with a reason, {len(chosen) - killed - equivalent} without"
    )
    return lines, killed + equivalent == len(chosen)


def mutants() -> list[Mutant]:
    """Every mutant of the three folders."""
    source = ROOT / "src" / "punto"
    return [
        Mutant(path.relative_to(source).as_posix(), each)
        for folder in FOLDERS
        for path in sorted((source / folder).rglob("*.py"))
        for each in mutations(path.read_text(encoding="utf-8"))
    ]


def survives(mutant: Mutant) -> str:
    """The first test that notices a mutant, empty if none does; the likeliest tests go first."""
    copy = own_copy()
    with copy.changed(f"src/punto/{mutant.file}", mutant.mutation.text):
        for tests in stages(mutant.file):
            if found := copy.run(tests, SECONDS).found_by:
                return found
    return ""


def stages(file: str) -> Iterator[list[str]]:
    """The tests of a module itself, of its folder, and of the rule documents."""
    folder, _, name = file.rpartition("/")
    own = f"tests/{folder}/test_{name}"
    if (ROOT / own).exists():
        yield [own]
    yield [f"tests/{folder.partition('/')[0]}"]
    if file.startswith("ledger/"):
        yield ["tests/server", "tests/journal"]
    yield ["tests/documents"]


_ROW = re.compile(r"\| `(.+?)` \| `(.*?)` \| `(.+?)` \| `(.+?)` \| (.+) \|")


def explained() -> dict[tuple[str, str, str, str], str]:
    """Why a mutant may survive, by its key, as the page says it."""
    found: dict[tuple[str, str, str, str], str] = {}
    for line in EXPLANATIONS.read_text(encoding="utf-8").splitlines():
        if row := _ROW.fullmatch(line):
            file, function, before, after = (part.replace(r"\|", "|") for part in row.groups()[:4])
            found[file, function, before, after] = row.group(5)
    return found


if __name__ == "__main__":
    run("mutants", campaign)
