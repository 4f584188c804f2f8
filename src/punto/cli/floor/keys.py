"""`punto keys` lists, renews, retires, locks and copies the keys of a house."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from punto.cli.console import show_page, show_record, show_text
from punto.cli.floor.key_options import Unlock, open_key_ring
from punto.cli.options import Json, Whole
from punto.journal.durable_files import write_durable
from punto.journal.errors import JournalError
from punto.journal.keys import (
    ALGORITHMS,
    KeyRing,
    SigningKey,
    key_kind,
    known_signers,
    open_vault,
    signing_key,
)
from punto.journal.reader import JournalReader
from punto.journal.stores.sqlite_file import lock_file
from punto.reports.formats.sheet import (
    Paragraph,
    Sheet,
    figure_columns,
    sheet_table,
    text_columns,
)

Name = Annotated[str, Parameter(help="The name of a key: house, seal, sign, or shoe-TABLE.")]

HELP = """\
List, renew and retire the keys of a house, and lock them under a master key.

For example:

  punto keys list --data data
  punto keys renew house --data data
  punto keys retire house 1 --data data
  punto keys lock --with master.key --data data
"""

keys = App(name="keys", help=HELP, help_format="plaintext")


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class HouseOptions:
    """The data folder of a house, and the master key of its keys."""

    data: Annotated[Path, Parameter(help="The data folder of `punto serve`.")] = Path("data")
    unlock: Unlock = None

    def ring(self) -> KeyRing:
        """The keys of the house. A folder without keys is an error."""
        if not (self.data / "keys").is_dir() and not (self.data / "floor.db").exists():
            raise ValueError(
                f"{self.data} has no keys of a house; expected the data folder of `punto serve`"
            )
        return open_key_ring(self.data, self.unlock)

    @contextmanager
    def stopped(self) -> Iterator[KeyRing]:
        """Yield the keys, and lock the folder while they change. A running floor is an error."""
        ring = self.ring()
        try:
            lock = lock_file(self.data / "floor.db")
        except JournalError as error:
            raise ValueError(f"{error}; stop the floor before you change its keys") from None
        with closing(lock):
            yield ring


DEFAULT_HOUSE = HouseOptions()


@keys.command(name="list")
def list_(*, house: HouseOptions = DEFAULT_HOUSE, as_json: Json = False) -> None:
    """List every version of every key with its algorithm, and the public keys of signatures.

    For example:

      punto keys list
      punto keys list --data ./floor --json
    """
    ring = house.ring()
    newest = dict(ring.list_keys())
    listed = [
        (name, version, ALGORITHMS[key_kind(name)], version == newest[name])
        for name, version in ring.list_keys()
    ]
    publics, is_locked = _publics(ring), ring.is_locked()
    names = ("key", "version", "algorithm", "is_newest")
    records = [dict(zip(names, values, strict=True)) for values in listed]
    columns = (*text_columns("Key"), *figure_columns("Version"), *text_columns("Algorithm", "Use"))
    key_rows = tuple(
        (name, str(version), algorithm, "in use" if is_newest else "verifies only")
        for name, version, algorithm, is_newest in listed
    )
    words = [f"The keys are {'locked under a master key' if is_locked else 'stored plain'}."]
    words += [f"Public key {place}: {public}" for place, public in enumerate(publics, start=1)]
    show_page(
        Sheet(f"Keys in {ring.folder}", (sheet_table(columns, key_rows), Paragraph(tuple(words)))),
        {"locked": is_locked, "keys": records, "public_keys": list(publics)},
        as_json=as_json,
    )


@keys.command
def renew(name: Name, /, *, house: HouseOptions = DEFAULT_HOUSE, as_json: Json = False) -> None:
    """Create a new key version. Punto uses it from now on; older versions still verify.

    For example:

      punto keys renew house
      punto keys renew seal --data ./floor
    """
    with house.stopped() as ring:
        version = ring.renew(name).version
        if name == "sign":
            signing_key(ring)
    if as_json:
        algorithm = ALGORITHMS[key_kind(name)]
        show_record({"key": name, "version": version, "algorithm": algorithm})
        return
    show_text(f"{name} now has version {version}, which the floor uses from the next start.\n")
    if key_kind(name) == "shoe":
        show_text(f"Copy it to the device: punto keys copy {name} FILE\n")
    elif name == "sign":
        show_text("Give the auditor the new public key; the older key has signed it.\n")


@keys.command
def retire(
    name: Name,
    version: Annotated[Whole, Parameter(help="The version to retire, never the newest.")],
    /,
    *,
    force: Annotated[
        bool,
        Parameter(help="Retire a version in use; everything it protects is lost.", negative=()),
    ] = False,
    house: HouseOptions = DEFAULT_HOUSE,
    as_json: Json = False,
) -> None:
    """Destroy an older version of a key, unless it is still in use.

    With --force it also abandons a version whose file is missing, so that the floor can start.

    For example:

      punto keys retire house 1
      punto keys retire seal 1 --force --data ./floor
    """
    with house.stopped() as ring:
        if (name, version) in _missing(ring, house.data):
            lost = _abandon_version(ring, name, version, force=force)
        else:
            lost = _retire_version(ring, house.data, name, version, force=force)
    if as_json:
        show_record({"key": name, "version": version, "lost": lost})
        return
    show_text(f"Version {version} of {name} is retired.\n")
    show_text("".join(f"Lost: {loss}\n" for loss in lost))


@keys.command
def lock(
    *,
    with_: Annotated[
        Path, Parameter(name="--with", help="The file of the master key: 32 bytes, or 64 digits.")
    ],
    house: HouseOptions = DEFAULT_HOUSE,
    as_json: Json = False,
) -> None:
    """Lock every key under a master key; --unlock opens keys that are already locked.

    For example:

      punto keys lock --with master.key
      punto keys lock --with new.key --unlock master.key --data ./floor
    """
    with house.stopped() as ring:
        count = ring.lock(open_vault(with_))
    _show_count(count, f"locked under the master key in {with_}", as_json=as_json)


@keys.command(name="unlock")
def unlock_(*, house: HouseOptions = DEFAULT_HOUSE, as_json: Json = False) -> None:
    """Store every key plain again, readable only by the user of the floor.

    For example:

      punto keys unlock --unlock master.key --data ./floor
    """
    with house.stopped() as ring:
        count = ring.unlock()
    _show_count(count, "stored plain", as_json=as_json)


@keys.command
def copy(
    name: Annotated[str, Parameter(help="The key of a dealing shoe: shoe-TABLE.")],
    file: Annotated[Path, Parameter(help="The new file for the device.")],
    /,
    *,
    house: HouseOptions = DEFAULT_HOUSE,
) -> None:
    """Write the key of a dealing shoe to a file for its device. No other key can be copied.

    For example:

      punto keys copy shoe-tiger-5 tiger-5.key --data ./floor
    """
    ring = house.ring()
    if key_kind(name) != "shoe":
        raise ValueError(f"{name} may not leave this house; only the key of a shoe can be copied")
    if file.exists():
        raise ValueError(f"{file} already exists; expected a new file")
    write_durable(file, ring.existing_key(name).newest.raw, mode=0o600)
    show_text(f"{file} contains the key {name}; copy it to the device, then remove it.\n")


def _missing(ring: KeyRing, data: Path) -> list[tuple[str, int]]:
    from punto.floor.operations.start_check import missing

    if not (data / "floor.db").exists():
        return missing(ring, None)
    with closing(JournalReader(data / "floor.db")) as reader:
        return missing(ring, reader)


def _abandon_version(ring: KeyRing, name: str, version: int, *, force: bool) -> list[str]:
    """Retire a version whose file is missing, and return a description of the losses."""
    if not force:
        raise ValueError(
            f"version {version} of {name} is missing; restore it from its backup, "
            "or abandon it with --force"
        )
    ring.abandon(name, version)
    return ["everything that depends on it"]


def _retire_version(
    ring: KeyRing, data: Path, name: str, version: int, *, force: bool
) -> list[str]:
    """Retire a version that is here, and return a description of the losses."""
    from punto.floor.operations.key_uses import uses_of

    key = ring.existing_key(name)
    lost = uses_of(data, key, version) if version in key.versions else []
    if lost and version != key.newest.version and not force:
        raise ValueError(
            f"version {version} of {name} is in use ({'; '.join(lost)}); "
            "with --force it is retired and they are lost"
        )
    if name == "sign":
        signing_key(ring)
    ring.retire(name, version)
    return lost


def _publics(ring: KeyRing) -> tuple[str, ...]:
    """The public keys of signatures, oldest first; none if the key is locked and not unlocked."""
    known = known_signers(ring).publics
    if known or "sign" not in ring.names():
        return known
    try:
        return (SigningKey(ring.existing_key("sign").newest.raw).public,)
    except JournalError:
        return ()


def _show_count(count: int, state: str, *, as_json: bool) -> None:
    if as_json:
        show_record({"keys": count})
    else:
        show_text(f"{count} keys are {state}.\n")
