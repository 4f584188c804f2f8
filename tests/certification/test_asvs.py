"""Check that the security list is complete and that every test in it exists."""

import ast
import asyncio
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
import pytest

from punto.certification.asvs import CHAPTERS, State, asvs_page, requirements
from punto.floor.access.passwords import is_long_enough
from punto.floor.wire import staff as staff_wire
from tests.floor.playing import plan_of, served

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "punto"
STATIC = SOURCE / "floor" / "web" / "static"

SECTIONS = """
1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1
4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2
7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2
10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5
14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2
"""
"""The number of requirements of levels 1 and 2 in each section of the standard."""


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def test_every_requirement_of_levels_1_and_2_is_listed_once() -> None:
    ids = [each.id for each in requirements()]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"V\d+\.\d+\.\d+", each) for each in ids)
    assert Counter(each.level for each in requirements()) == {1: 70, 2: 183}
    found = Counter(each[1:].rpartition(".")[0] for each in ids)
    expected = dict(part.split(":") for part in SECTIONS.split())
    assert found == {section: int(count) for section, count in expected.items()}
    assert {each.chapter for each in requirements()} == set(CHAPTERS)


def test_met_requirements_name_existing_tests_and_others_a_reason() -> None:
    wrong = []
    for each in requirements():
        places = [test.partition("::") for test in each.tests]
        if each.state is State.MET:
            wrong += [f"{each.id}: no test"] if not places else []
            wrong += [
                f"{each.id}: {path}::{name}"
                for path, _, name in places
                if not (ROOT / path).is_file() or name not in names_in(path)
            ]
        elif len(each.reason) <= 5 or places:
            wrong.append(f"{each.id}: {each.reason}")
    assert wrong == []


def test_the_page_lists_unmet_requirements_first() -> None:
    listed = requirements()
    open_ = replace(listed[0], state=State.NOT_MET, tests=(), reason="for this test")
    page = asvs_page((open_, *listed[1:]))
    assert page.parts[1].title == "Not met"
    assert len(page.parts) == 2 + len(CHAPTERS)
    # Every requirement is met by its tests or does not apply.
    assert len(asvs_page().parts) == 1 + len(CHAPTERS)


# Requirements that no other test proves


def trees() -> list[tuple[str, ast.Module]]:
    return [
        (path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(SOURCE.rglob("*.py"))
    ]


def test_every_statement_of_the_journal_is_a_constant() -> None:
    """User input reaches SQL only as values, never as part of a statement."""
    statements = 0
    for module, tree in trees():
        assigned: dict[str, list[ast.expr]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                assigned.setdefault(node.targets[0].id, []).append(node.value)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr not in ("execute", "executemany"):
                continue
            statement = node.args[0]
            statements += 1
            values = [statement]
            if isinstance(statement, ast.Name):
                # A schema at the head of a module may be composed, because no input reaches it.
                values = (
                    assigned.get(statement.id, []) if statement.id.islower() else [ast.Constant("")]
                )
            is_fixed = bool(values) and all(_is_fixed(module, each) for each in values)
            assert is_fixed, f"{module}: {ast.unparse(node)[:100]}"
    assert statements > 10


COMPOSED = {("journal/reader.py", "any_of"), ("journal/reader.py", "where")}
"""The parts of composed statements: question marks, and constants of the same module."""


def _is_fixed(module: str, statement: ast.expr) -> bool:
    if isinstance(statement, ast.Constant):
        return True
    parts = statement.values if isinstance(statement, ast.JoinedStr) else []
    return bool(parts) and all(
        isinstance(part, ast.Constant)
        or (isinstance(part, ast.FormattedValue) and (module, ast.unparse(part.value)) in COMPOSED)
        for part in parts
    )


def test_only_custom_rulebooks_are_evaluated() -> None:
    found = {
        module
        for module, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("eval", "exec", "compile", "__import__")
    }
    assert found <= {"games/library.py"}


def test_every_field_for_a_password_is_masked_and_may_be_pasted_into() -> None:
    fields = 0
    for path in sorted(STATIC.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        assert "onpaste" not in text
        assert "'paste'" not in text
        for field in re.findall(r"\{[^{}]*name: '[\w-]*(?:password|old|new|again)'[^{}]*\}", text):
            fields += 1
            assert "type: 'password'" in field, (path.name, field)
    assert fields >= 1


def test_the_browser_stores_no_secrets() -> None:
    for path in sorted(STATIC.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        for stored in re.findall(r"(?:local|session)Storage\.setItem\(([^)]*)", text):
            assert not re.search(r"password|token|code|staff", stored, re.IGNORECASE), path.name
        assert "document.cookie" not in text
        assert "indexedDB" not in text


def test_a_password_may_be_as_long_as_a_sentence() -> None:
    long = "正确 horse battery staple " * 5
    assert len(long) > 64
    body = msgspec.json.encode({"old": "x", "new": long})
    request = msgspec.json.decode(body, type=staff_wire.ChangePassword)
    assert request.new == long
    assert is_long_enough(long)


def test_folder_listings_and_unknown_methods_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path, plan_of("tiger")) as floor, floor.http() as client:
            for path in (
                "/static/",
                "/catalogues/",
                "/.git/config",
                "/static/../app.py",
                "/data",
                "/static/%2e%2e/app.py",
            ):
                answer = await client.get(path)
                assert answer.status_code in (404, 405), path
            for method in ("TRACE", "PUT", "DELETE", "PATCH"):
                answer = await client.request(method, "/api/lobby")
                assert answer.status_code == 405, method

    asyncio.run(main())


def test_the_answer_to_an_unexpected_error_has_no_details(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from punto.floor.lobby import lobby

    def broken(_floor: object) -> None:
        raise RuntimeError("the inside of the house")

    monkeypatch.setattr(lobby, "lobby", broken)

    async def main() -> None:
        async with served(tmp_path, plan_of("tiger")) as floor, floor.http() as client:
            answer = await client.get("/api/lobby")
            assert answer.status_code == 500
            assert "inside" not in answer.text
            assert "Traceback" not in answer.text
            assert (await client.get("/health")).status_code == 200

    asyncio.run(main())
