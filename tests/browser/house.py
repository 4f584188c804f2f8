"""Run `punto serve` in a process for browser tests, behind a connection that tests can cut."""

import json
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

GAMES = {
    "super-six-1": "super-six",
    "fortune-six-2": "fortune-six",
    "super-6-3": "super-6",
    "no-commission-4": "no-commission",
    "tiger-5": "tiger",
    "tiger-nc-6": "tiger-no-commission",
    "fortune-six-live-7": "fortune-six-live",
    "tiger-live-8": "tiger-no-commission-live",
    "seven-up-9": "seven-up",
    "super-six-plus-10": "super-six-plus",
}
QUICK = {
    "betting_ms": 2_200,
    "confirm_ms": 400,
    "card_gap_ms": 120,
    "settle_ms": 100,
    "result_pause_ms": 1_400,
    "shoe_ms": 50,
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class House:
    """A floor of `punto serve` that a test can kill and open again on the same data."""

    def __init__(self, folder: Path, tables: dict[str, str] = GAMES, **pace: int) -> None:
        self.folder, self.port = folder, free_port()
        self.plan = folder / "floor.toml"
        lines = ["[pace]", *(f"{key} = {value}" for key, value in (QUICK | pace).items())]
        lines += ["[floor]", "pairings_per_second = 1000", "messages_per_second = 200"]
        for key, game in tables.items():
            lines += ["[[table]]", f'name = "{key}"', f'game = "{game}"', "minimum_cents = 500"]
        self.plan.write_text("\n".join(lines), encoding="utf-8")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def journal(self) -> Path:
        return self.folder / "data" / "floor.db"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        punto = str(Path(sys.executable).parent / "punto")
        program = [punto, "serve", "--port", str(self.port)]
        files = ["--data", str(self.folder / "data"), "--tables", str(self.plan)]
        log = ["--log", str(self.folder / "serve.log")]
        with (self.folder / "serve.out").open("ab") as out:
            self.process = subprocess.Popen([*program, *files, *log], stdout=out, stderr=out)
        for _ in range(1_600):
            if self.process.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"{self.address}/ready", timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError((self.folder / "serve.out").read_text(encoding="utf-8"))

    def rounds(self) -> int:
        """The number of rounds of the table with the fewest rounds."""
        with urllib.request.urlopen(f"{self.address}/api/lobby", timeout=5) as answer:
            return min(int(each["round"]) for each in json.load(answer)["tables"])

    def kill(self) -> None:
        """Kill the process, as a power failure does."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()


class Cable:
    """A proxy between a browser and the floor that can cut, silence and restore connections."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.is_cut = False
        self.is_silent = False
        self.pairs: list[tuple[socket.socket, socket.socket]] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self.is_cut = True
        for pair in self.pairs:
            for end in pair:
                end.close()
        self.pairs.clear()

    def join(self) -> None:
        self.is_cut = self.is_silent = False

    def close(self) -> None:
        self.cut()
        self.listening.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listening.accept()
            except OSError:
                return
            if self.is_cut:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.house.port))
            except OSError:
                near.close()
                continue
            self.pairs.append((near, far))
            threading.Thread(target=self._carry, args=(near, far), daemon=True).start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        try:
            while True:
                for ready in select.select([near, far], [], [], 1)[0]:
                    data = ready.recv(65_536)
                    if not data:
                        return
                    if not self.is_silent:
                        (far if ready is near else near).sendall(data)
        except (OSError, ValueError):
            return
        finally:
            near.close()
            far.close()
