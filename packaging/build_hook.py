"""Store the index of clause tests in the metadata of a wheel, which has no tests."""

import json
import runpy
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClauseTestIndex(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the index that `punto conformance` and `punto pack` read."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the index of the tests in this source tree. An editable install reads the tests."""
        if version == "editable":
            return
        root = Path(self.root)
        finder = runpy.run_path(str(root / "src/punto/certification/clause_tests.py"))
        path = Path(tempfile.mkdtemp()) / finder["INDEX"]
        path.write_text(json.dumps(finder["marked_tests"](root), indent=1), encoding="utf-8")
        build_data["extra_metadata"][str(path)] = finder["INDEX"]
