"""Check that the auditor finds every planted error and reads every changed journal to its end."""

from collections import Counter
from collections.abc import Mapping

import pytest

from punto.audit import Finding, audit
from tests.audit.conftest import Whole
from tests.audit.forger import Forger
from tests.audit.lines import finding_lines
from tests.audit.plants import PLANTS, Plant


@pytest.fixture(scope="module")
def found(
    whole: Whole, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, tuple[Finding, ...]]:
    """The findings in each changed journal."""
    folder = tmp_path_factory.mktemp("plants")
    findings = {}
    for number, plant in enumerate(PLANTS):
        forger = Forger(whole(plant.game), folder / f"{number}.db")
        plant.change(forger)
        findings[plant.name] = audit(forger.close()).findings
    return findings


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.name)
def test_a_planted_error_is_found(found: Mapping[str, tuple[Finding, ...]], plant: Plant) -> None:
    lines = finding_lines(found[plant.name], plant.found_by)
    assert any(plant.words in line for line in lines), finding_lines(found[plant.name])


def test_every_plant_has_its_own_name() -> None:
    assert Counter(plant.name for plant in PLANTS).most_common(1)[0][1] == 1


def test_every_plant_has_a_finding(found: Mapping[str, tuple[Finding, ...]]) -> None:
    """Print every planted error with the checks that found it."""
    for plant in PLANTS:
        checks = Counter(finding.check.value for finding in found[plant.name])
        others = ", ".join(f"{name} {times}" for name, times in checks.items())
        print(f"{plant.name:<55} {plant.found_by.value:<15} {others}")
    missed = [plant.name for plant in PLANTS if not found[plant.name]]
    print(f"{len(PLANTS)} planted errors, {len(missed)} missed")
    assert missed == []
