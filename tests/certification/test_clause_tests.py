"""The index of clause tests is the same in a checkout and in a wheel."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

from punto.certification.clause_tests import CHECKOUT, clause_tests
from punto.floor.software_identity import software_digest

PROGRAM = """\
import json, punto
from punto.certification.clause_tests import clause_tests
from punto.floor.software_identity import software_digest
print(json.dumps([punto.__file__, clause_tests(), software_digest()]))
"""


def test_a_wheel_has_the_index_and_the_source_digest_of_its_checkout(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=CHECKOUT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    answer = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        check=True,
    )
    place, tests, digest = json.loads(answer.stdout)
    assert Path(place).is_relative_to(tmp_path)
    assert tests == clause_tests()
    assert digest == software_digest()
