"""`punto serve` serves a floor with lobby, terminals and displays."""

import asyncio
import logging
import os
import socket
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli.console import show_text
from punto.cli.floor.key_options import Unlock, open_key_ring
from punto.cli.options import Whole

if TYPE_CHECKING:
    from punto.floor.floor import Floor
    from punto.floor.network.tls import CertificatePair
    from punto.floor.plan import FloorPlan

DEFAULT_PORT = 8731
OTHERS = 0o077
"""The permissions of a file for other users, which a floor removes."""

NoDemo = Annotated[
    bool,
    Parameter(
        help="Serve a real-money floor, without demo staff and demo credit. The first start of a "
        "data folder decides. --certificate implies it.",
        negative=(),
    ),
]
AdministratorCode = Annotated[
    bool,
    Parameter(
        help="Issue a new code for admin and remove the second factor, if both are lost.",
        negative=(),
    ),
]
Check = Annotated[
    bool,
    Parameter(
        help="Check the file of --tables, list its tables and games, and exit.",
        negative=(),
    ),
]
PrintSchema = Annotated[
    bool,
    Parameter(help="Print the JSON Schema of the file of --tables.", negative=()),
]
Log = Annotated[
    str | None,
    Parameter(
        help="Log file, or - for stderr. Default: floor.log in the data folder.",
        allow_leading_hyphen=True,
    ),
]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class AddressOptions:
    """The address of a floor, and the certificate that browsers get there."""

    port: Annotated[Whole, Parameter(help="Port, or 0 for any free port.")] = DEFAULT_PORT
    host: Annotated[str, Parameter(help="Address to listen on.")] = "127.0.0.1"
    certificate: Annotated[
        Path | None, Parameter(help="Certificate chain for TLS, with --key.")
    ] = None
    key: Annotated[Path | None, Parameter(help="Key of the certificate, without a password.")] = (
        None
    )

    def check(self) -> "CertificatePair | None":
        """The certificate with its key, or None. An address that needs TLS is an error."""
        from punto.floor.network.allowed_networks import is_this_machine
        from punto.floor.network.tls import CertificatePair

        if not 0 <= self.port <= 65_535:
            raise ValueError(f"port {self.port} does not exist; expected 0 to 65535")
        if self.certificate is not None and self.key is not None:
            pair = CertificatePair(self.certificate, self.key)
            pair.context()
            return pair
        if self.certificate is not None or self.key is not None:
            raise ValueError(
                "TLS needs a certificate and its key; expected --certificate and --key"
            )
        if not is_this_machine(self.host):
            raise ValueError(
                f"other machines can reach {self.host}, which needs TLS; "
                "expected --certificate and --key"
            )
        return None


DEFAULT_ADDRESS = AddressOptions()


def serve(
    *,
    data: Annotated[Path, Parameter(help="Folder of the journal and the keys.")] = Path("data"),
    address: AddressOptions = DEFAULT_ADDRESS,
    tables: Annotated[
        Path | None,
        Parameter(help="TOML file that describes the tables. Default: one table per game."),
    ] = None,
    no_demo: NoDemo = False,
    administrator_code: AdministratorCode = False,
    check: Check = False,
    schema: PrintSchema = False,
    log: Log = None,
    unlock: Unlock = None,
) -> None:
    """Serve a floor. Open the printed address in a browser to play.

    For example:

      punto serve
      punto serve --data ./floor --port 9000 --tables my_floor.toml
      punto serve --check --tables my_floor.toml
      punto serve --host floor.example --certificate floor.pem --key floor.key
    """
    if schema:
        show_text(plan_schema_text())
        return
    if check:
        show_text(check_plan(tables))
        return
    from punto.floor.floor import Floor
    from punto.floor.web.server import bind_socket

    pair = address.check()
    plan = _planned(tables)
    if no_demo or not is_for_show(pair):
        plan = replace(plan, demo=False)
    listening = bind_socket(address.host, address.port)
    # Only the user of the floor may read its files, including those that libraries write.
    os.umask(OTHERS)
    try:
        data.mkdir(parents=True, exist_ok=True)
        _logs(data / "floor.log" if log is None else Path(log))
        floor = Floor(plan, data, recovers=administrator_code, ring=open_key_ring(data, unlock))
        _run(floor, listening, address.host, pair)
    except OSError as error:
        raise ValueError(
            f"the data folder {data} cannot be used: {error.strerror or error}"
        ) from None
    finally:
        listening.close()


def _planned(tables: Path | None) -> "FloorPlan":
    """The plan in a file, or the default plan. A plan may approve one software digest only."""
    from punto.floor.plan import default_plan
    from punto.floor.plan_file import load_plan
    from punto.floor.software_identity import software_digest

    plan = default_plan() if tables is None else load_plan(tables)
    if plan.software not in ("", software_digest()):
        raise ValueError(f"{tables} approves software {plan.software}; this is {software_digest()}")
    return plan


def check_plan(tables: Path | None) -> str:
    """Check the plan in a file, and list its tables with current and planned games."""
    if tables is None:
        raise ValueError("--check needs a file; expected --tables FILE")
    plan = _planned(tables)
    count = len(plan.tables)
    lines = [f"{tables} is a valid plan of {count} table{'' if count == 1 else 's'}."]
    for table in plan.tables:
        lines.append(f"{table.number:>3}  {table.name}: {table.book.key}")
        for change in list(table.all_in_turn())[:-1]:
            assert change.coming is not None, "every plan but the last has a next one"
            coming = change.coming
            lines.append(f"     from {coming.at.isoformat()}: {coming.plan.book.key}")
    return "\n".join(lines) + "\n"


def plan_schema_text() -> str:
    """The JSON Schema of a plan, for people and editors."""
    import msgspec

    from punto.floor.plan_file import plan_schema

    return msgspec.json.format(msgspec.json.encode(plan_schema())).decode() + "\n"


def is_for_show(pair: "CertificatePair | None") -> bool:
    """Whether a floor may be a demo floor: without a certificate it serves only this machine."""
    return pair is None


def _run(
    floor: "Floor", listening: socket.socket, host: str, pair: "CertificatePair | None"
) -> None:
    import uvloop

    from punto.floor.web.app import LOOPBACK
    from punto.floor.web.server import make_server

    def opened() -> None:
        scheme = "http" if pair is None else "https"
        address = f"{scheme}://{named}:{listening.getsockname()[1]}"
        show_text(f"Punto is open at {address}/\nPress Control-C to stop it.\n")
        folder = floor.exporter.checkpoints.folder
        show_text(f"Checkpoints go to {folder}, signed by key {floor.keys.sign.public}\n")
        show_text(_of_staff(floor.plan, f"{address}/staff", floor.staff.first_code))
        sys.stdout.flush()
        sys.stderr.write(_advice(floor.folder))

    named = f"[{host}]" if ":" in host else host
    server = make_server(floor, (*LOOPBACK, named), opened, pair=pair)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(server.serve(sockets=[listening]))


def _advice(data: Path) -> str:
    """Warnings about root and file permissions, one line each. The floor starts anyway."""
    lines = []
    if os.geteuid() == 0:
        lines.append(
            "this floor runs as root; run it as its own user, with access to its data only"
        )
    if data.stat().st_mode & OTHERS:
        lines.append(f"other users can open {data}; run chmod 700 {data}")
    return "".join(f"punto: {line}\n" for line in lines)


def _of_staff(plan: "FloorPlan", address: str, code: str | None) -> str:
    """The address for staff and the administrator's code, which Punto stores nowhere."""
    lines = [f"Staff sign in at {address}"]
    if plan.demo:
        lines.append("This is a demo floor: its passwords are public, and its credit is not money.")
        lines.append("For real money, start a new data folder with --no-demo.")
    if code is not None:
        lines.append(f"Sign in as admin with the code {code} for one use.")
    return "\n".join(lines) + "\n"


def _logs(path: Path) -> None:
    """Write logs as one JSON object per line, including those of libraries."""
    import structlog

    try:
        stream = sys.stderr if str(path) == "-" else path.open("a", encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror}") from None
    lines = structlog.processors.format_exc_info, structlog.processors.JSONRenderer()
    processors = (
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper("iso", utc=True),
    )
    structlog.configure(
        processors=[*processors, *lines],
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=True,
    )
    of_libraries = logging.StreamHandler(stream)
    without_record = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    of_libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[without_record, *lines], foreign_pre_chain=processors
        )
    )
    logging.basicConfig(handlers=[of_libraries], level=logging.WARNING)
