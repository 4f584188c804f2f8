"""`punto keys`: the keys of a house, renewed and retired by version, locked under a master key."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from punto.cli.console import show_record, show_sheet, show_text
from punto.cli.floor.master_key import Unlock, open_key_ring, read_master_key
from punto.cli.options import Json, Whole
from punto.journal.durable_files import write_durable
from punto.journal.errors import JournalError
from punto.journal.keys.key_ring import KeyRing, key_kind
from punto.journal.keys.signing import SigningKey, known_signers, signing_key
from punto.journal.keys.vault import open_vault
from punto.journal.stores.sqlite_file import lock_file
from punto.reports.formats.sheet import Paragraph, Sheet, SheetColumn, SheetTable

Name = Annotated[str, Parameter(help="A key: house, seal, sign, or shoe-TABLE.")]
Data = Annotated[Path, Parameter(help="The folder that `punto serve` uses.")]

HELP = """\
Lists, renews and retires the keys of a house, and locks them under a master key.

For example:

  punto keys list --data data
  punto keys renew house --data data
  punto keys retire house 1 --data data
  punto keys lock --with master.key --data data
"""

keys = App(name="keys", help=HELP, help_format="plaintext")


@keys.command(name="list")
def list_(*, data: Data = Path("data"), unlock: Unlock = None, as_json: Json = False) -> None:
    """Every version of every key, what it is used with, and the public keys of signatures.

    For example:

      punto keys list
      punto keys list --data ./floor --json
    """
    with _in_words(data):
        ring = open_key_ring(data, unlock)
        newest = {name: version for name, version, _ in ring.list_keys()}
        listed = [(*each, each[1] == newest[each[0]]) for each in ring.list_keys()]
        publics = _publics(ring)
        is_locked = ring.is_locked()
    if as_json:
        names = ("key", "version", "algorithm", "is_newest")
        rows = [dict(zip(names, each, strict=True)) for each in listed]
        show_record({"locked": is_locked, "keys": rows, "public_keys": list(publics)})
        return
    columns = (
        SheetColumn("Key"),
        SheetColumn("Version", is_figure=True),
        SheetColumn("With"),
        SheetColumn("Use"),
    )
    key_rows = tuple(
        (name, str(version), algorithm, "makes and checks" if is_newest else "checks")
        for name, version, algorithm, is_newest in listed
    )
    words = [f"They rest {'locked under a master key' if is_locked else 'plain'}."]
    words += [f"Public key {place}: {public}" for place, public in enumerate(publics, start=1)]
    show_sheet(
        Sheet(f"Keys in {ring.folder}", (SheetTable(columns, key_rows), Paragraph(tuple(words))))
    )


@keys.command
def renew(
    name: Name,
    /,
    *,
    data: Data = Path("data"),
    with_: Annotated[
        str | None,
        Parameter(name="--with", help="Another algorithm, as hmac-sha3-256 or aes-256-gcm."),
    ] = None,
    unlock: Unlock = None,
    as_json: Json = False,
) -> None:
    """A new version of a key: what is made from now on is made with it, older ones still check.

    For example:

      punto keys renew house
      punto keys renew seal --with aes-256-gcm --data ./floor
    """
    with _at_rest(data):
        ring = open_key_ring(data, unlock)
        renewed = ring.renew(name, with_ or "")
        if name == "sign":
            signing_key(ring)
    if as_json:
        show_record({"key": name, "version": renewed.version, "algorithm": renewed.algorithm})
        return
    show_text(
        f"{name} has version {renewed.version} ({renewed.algorithm}), used from the next start.\n"
    )
    if key_kind(name) == "shoe":
        show_text(f"Bring it to the device: punto keys copy {name} FILE\n")
    elif name == "sign":
        show_text("Tell whoever checks signatures; the older key has signed the new one.\n")


@keys.command
def retire(
    name: Name,
    version: Annotated[Whole, Parameter(help="The version to end, never the newest.")],
    /,
    *,
    data: Data = Path("data"),
    force: Annotated[
        bool, Parameter(help="Also if something rests on it, which is then lost.", negative=())
    ] = False,
    unlock: Unlock = None,
    as_json: Json = False,
) -> None:
    """Ends an older version of a key for good, unless something still rests on it.

    With --force it also abandons a version whose file is missing, so that the floor can start.

    For example:

      punto keys retire house 1
      punto keys retire seal 1 --force --data ./floor
    """
    with _at_rest(data):
        ring = open_key_ring(data, unlock)
        if (name, version) in _missing(ring, data):
            lost = _abandon_version(ring, name, version, force=force)
        else:
            lost = _retire_version(ring, data, name, version, force=force)
    if as_json:
        show_record({"key": name, "version": version, "lost": lost})
        return
    show_text(f"Version {version} of {name} is gone.\n")
    show_text("".join(f"Lost: {each}\n" for each in lost))


@keys.command
def lock(
    *,
    with_: Annotated[
        Path, Parameter(name="--with", help="Holds the master key: 32 bytes, or 64 digits.")
    ],
    data: Data = Path("data"),
    unlock: Unlock = None,
    as_json: Json = False,
) -> None:
    """Locks every key under a master key; with --unlock those that rest under another one.

    For example:

      punto keys lock --with master.key
      punto keys lock --with new.key --unlock master.key --data ./floor
    """
    with _at_rest(data):
        many = KeyRing(data / "keys", read_master_key(unlock)).lock(open_vault(with_))
    _show_count(many, f"locked under the master key of {with_}", as_json=as_json)


@keys.command(name="unlock")
def unlock_(*, data: Data = Path("data"), unlock: Unlock = None, as_json: Json = False) -> None:
    """Lets every key rest plain again, readable by the user of the floor alone.

    For example:

      punto keys unlock --unlock master.key --data ./floor
    """
    with _at_rest(data):
        many = open_key_ring(data, unlock).unlock()
    _show_count(many, "plain again", as_json=as_json)


@keys.command
def copy(
    name: Annotated[str, Parameter(help="The key of a dealing shoe: shoe-TABLE.")],
    file: Annotated[Path, Parameter(help="The file to write, for the device alone.")],
    /,
    *,
    data: Data = Path("data"),
    unlock: Unlock = None,
) -> None:
    """Writes the key of a dealing shoe into a file for its device; no other key is given away.

    For example:

      punto keys copy shoe-tiger-5 tiger-5.key --data ./floor
    """
    with _in_words(data):
        if key_kind(name) != "shoe":
            raise ValueError(f"{name} is for this house alone; only the key of a shoe is copied")
        if file.exists():
            raise ValueError(f"{file} is there already")
        write_durable(file, open_key_ring(data, unlock).existing_key(name).newest.raw, mode=0o600)
    show_text(f"{file} holds the key of {name}; give it to the device, then remove it.\n")


def _missing(ring: KeyRing, data: Path) -> list[tuple[str, int]]:
    from punto.floor.operations.start_check import missing
    from punto.journal.reader import JournalReader

    if not (data / "floor.db").exists():
        return missing(ring, None)
    reader = JournalReader(data / "floor.db")
    try:
        return missing(ring, reader)
    finally:
        reader.close()


def _abandon_version(ring: KeyRing, name: str, version: int, *, force: bool) -> list[str]:
    """Retire a version whose file is missing; the losses, in words."""
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
    """Retire a version that is here; the losses, in words."""
    from punto.floor.operations.key_uses import uses_of

    key = ring.existing_key(name)
    lost = uses_of(data, key, version) if version in key.versions else []
    if lost and version != key.newest.version and not force:
        raise ValueError(
            f"version {version} of {name} is in use ({'; '.join(lost)}); "
            "--force retires it, and they are lost"
        )
    if name == "sign":
        signing_key(ring)
    ring.retire(name, version)
    return lost


def _publics(ring: KeyRing) -> tuple[str, ...]:
    """The public keys of signatures, oldest first; locked ones that nobody opened are not told."""
    known = known_signers(ring).publics
    if known or "sign" not in ring.names():
        return known
    try:
        return (SigningKey(ring.existing_key("sign").newest.raw).public,)
    except JournalError:
        return ()


def _show_count(many: int, words: str, *, as_json: bool) -> None:
    if as_json:
        show_record({"keys": many})
    else:
        show_text(f"{many} keys are {words}.\n")


@contextmanager
def _at_rest(data: Path) -> Iterator[None]:
    """Keeps the floor from starting while its keys are changed; one that serves is not touched."""
    with _in_words(data):
        try:
            held = lock_file(data / "floor.db")
        except JournalError as error:
            raise ValueError(f"{error}; keys are changed while no floor serves") from None
        try:
            yield
        finally:
            held.close()


@contextmanager
def _in_words(data: Path) -> Iterator[None]:
    if not (data / "keys").is_dir() and not (data / "floor.db").exists():
        raise ValueError(f"{data} has no keys of a house; expected the folder of `punto serve`")
    try:
        yield
    except JournalError as error:
        raise ValueError(str(error)) from None
    except OSError as error:
        raise ValueError(f"{error.filename or data} cannot be used: {error.strerror}") from None
