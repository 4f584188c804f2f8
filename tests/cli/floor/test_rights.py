"""Test that `punto serve` needs access to its data folder only, and grants none to others."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

import punto as package
from punto.cli.floor.serve import _advice
from punto.floor.network.allowed_networks import PRIVATE
from tests.cli.floor.test_serve import PLAN, Line, _paired, opened
from tests.floor.playing import Terminal, connected

ROOT = Path(__file__).parents[3]
UNIT = ROOT / "packaging" / "punto.service"
NOBODY = 65_534

needs = pytest.mark.skipif


def started_without_rights() -> list[str]:
    """The words before a program that remove all its capabilities; root also changes the user.

    The other user may lack access to root's interpreter, and then runs that of the system.
    """
    words = ["setpriv", "--no-new-privs"]
    if os.geteuid() != 0:
        return [*words, sys.executable]
    words += ["--inh-caps=-all", "--bounding-set=-all"]
    as_nobody = [*words, f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    # setpriv finds its program with the old rights; a shell in between finds it with the new.
    as_nobody += ["sh", "-c", 'exec "$0" "$@"']
    for program in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        tried = [*as_nobody, program, "-c", "import apsw, punto"]
        if subprocess.run(tried, env=environment(), check=False, capture_output=True).returncode:
            continue
        return [*as_nobody, program]
    return [*words, sys.executable]


def environment() -> dict[str, str]:
    """The Python path with Punto and its libraries only."""
    libraries = (Path(package.__file__).parent.parent, Path(apsw.__file__).parent.parent)
    return {"PYTHONPATH": ":".join(map(str, libraries)), "PATH": os.environ["PATH"]}


@contextmanager
def served_without_rights(folder: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """The port of a floor that can read its folder and write only the data folder in it."""
    words = started_without_rights()
    (folder / "data").mkdir(mode=0o700)
    if any("reuid" in word for word in words):
        os.chown(folder / "data", NOBODY, NOBODY)
        folder.chmod(0o755)
    (folder / "plan.toml").write_text(PLAN.replace("card_gap_ms = 250", "card_gap_ms = 5"))
    program = ["-c", "from punto.cli.main import main; main()", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*words, *program, "--tables", "plan.toml"],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with opened(process) as port:
        yield process, port


@needs(shutil.which("setpriv") is None, reason="no setpriv here, to take rights away")
def test_a_floor_deals_with_access_to_its_data_folder_only() -> None:
    async def plays(port: int) -> None:
        key = _paired(port)
        async with connected(port) as line:
            terminal = Terminal(Line(port), line, *key)  # type: ignore[arg-type]
            hello = {"protocol": 1, "terminal": key[0], "key": key[1], "tables": ["tiger-1"]}
            await terminal.say(type="hello", **hello)
            await terminal.done(type="buy", cents=500_00)
            await terminal.done(type="sit", table="tiger-1")
            assert (await terminal.place("tiger-1", player=100_00))["ok"]

    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent)
        with served_without_rights(folder) as (process, port):
            lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
            status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
            assert (status["CapEff"], status["CapPrm"]) == ("0" * 16, "0" * 16)
            assert status["NoNewPrivs"] == "1"
            asyncio.run(plays(port))
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0
        data = folder / "data"
        files = {each.relative_to(data).as_posix(): each for each in data.rglob("*")}
        assert {"floor.db", "floor.log", "keys/house.key", "keys/seal.key"} <= files.keys()
        for name, each in (("data", data), *files.items()):
            assert each.stat().st_mode & 0o077 == 0, f"{name} is open to others"


def test_too_many_rights_of_a_floor_cause_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user, mode, warnings in ((1000, 0o700, 0), (0, 0o700, 1), (1000, 0o750, 1), (0, 0o755, 2)):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        tmp_path.chmod(mode)
        assert _advice(tmp_path).count("punto: ") == _advice(tmp_path).count("\n") == warnings


# The unit file


def unit() -> dict[str, str]:
    """The settings of the process in the unit file; repeated ones are joined."""
    found: dict[str, str] = {}
    for line in UNIT.read_text(encoding="utf-8").partition("[Service]\n")[2].splitlines():
        key, is_setting, value = line.partition("=")
        if is_setting and not line.startswith("#"):
            found[key] = f"{found[key]} {value}" if key in found else value
    return found


def test_the_unit_gives_a_floor_its_folder_and_the_networks_of_the_house_only() -> None:
    settings = unit()
    for key, value in {
        "User": "punto",
        "ProtectSystem": "strict",
        "ProtectHome": "true",
        "StateDirectory": "punto",
        "StateDirectoryMode": "0700",
        "UMask": "0077",
        "NoNewPrivileges": "true",
        "CapabilityBoundingSet": "",
        "AmbientCapabilities": "",
        "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX",
        "IPAddressDeny": "any",
        "PrivateDevices": "true",
        "PrivateTmp": "true",
    }.items():
        assert settings[key] == value, key
    assert settings["SystemCallFilter"].startswith("@system-service ~@privileged")
    assert settings["IPAddressAllow"].split() == [str(each) for each in PRIVATE]
    assert "--certificate" in settings["ExecStart"]
    assert "ReadWritePaths" not in settings
    assert "packaging/punto.service" in (ROOT / "docs/how-to/safety.md").read_text("utf-8")


@needs(shutil.which("systemd-analyze") is None, reason="no systemd here, to read the unit")
def test_systemd_accepts_the_unit_without_a_warning(tmp_path: Path) -> None:
    copy, program = tmp_path / UNIT.name, unit()["ExecStart"].split()[0]
    copy.write_text(UNIT.read_text(encoding="utf-8").replace(program, sys.executable))
    words = ["systemd-analyze", "verify", "--man=no", str(copy)]
    finished = subprocess.run(words, capture_output=True, text=True, check=False)
    assert [line for line in finished.stderr.splitlines() if UNIT.name in line] == []
