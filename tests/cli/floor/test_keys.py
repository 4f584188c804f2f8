"""`punto keys` renews, retires and locks keys while the floor is stopped."""

import json
from pathlib import Path

import pytest

from punto.floor.operations.start_check import house_keys
from punto.journal.errors import JournalError
from punto.journal.keys import KeyRing, SealedStore, signing_key
from punto.journal.stores.sqlite import SqliteJournal
from punto.journal.stores.sqlite_file import lock_file
from tests.cli.conftest import Output


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with the keys that a first start creates."""
    ring = KeyRing(tmp_path / "data" / "keys")
    for name in ("house", "seal", "shoe-tiger-5"):
        ring.key(name)
    signing_key(ring)
    return tmp_path / "data"


def secrets_of(data: Path) -> list[str]:
    return [path.read_bytes().hex() for path in (data / "keys").glob("*.key")]


def test_a_key_is_renewed_listed_and_retired(data: Path, run: Output) -> None:
    at = ("--data", str(data))
    before = secrets_of(data)
    assert "house now has version 2" in run("keys", "renew", "house", *at)
    assert "the older key has signed it" in run("keys", "renew", "sign", *at)
    assert "punto keys copy shoe-tiger-5" in run("keys", "renew", "shoe-tiger-5", *at)
    output = run("keys", "renew", "seal", *at, "--json")
    assert json.loads(output) == {"key": "seal", "version": 2, "algorithm": "chacha20-poly1305"}
    record = json.loads(run("keys", "list", *at, "--json"))
    assert not record["locked"]
    assert len(record["keys"]) == 8
    assert len(record["public_keys"]) == 2
    assert record["keys"][1] == {
        "key": "house",
        "version": 2,
        "algorithm": "hmac-sha256",
        "is_newest": True,
    }
    assert "Version 1 of house is retired." in run("keys", "retire", "house", "1", *at)
    run("keys", "retire", "sign", "1", *at)
    page = run("keys", "list", *at)
    assert "in use" in page
    assert "verifies only" in page
    assert all(public in page for public in record["public_keys"]), "an older key stays known"
    assert not any(secret in page for secret in before + secrets_of(data))
    assert "is the newest" in run("keys", "retire", "house", "2", *at, fails=True)


def test_a_version_in_use_is_retired_only_by_force_and_the_losses_are_listed(
    data: Path, run: Output
) -> None:
    at = ("--data", str(data))
    SealedStore(data / "sealed", KeyRing(data / "keys").key("seal")).seal("shoe-1", "9sKd")
    run("keys", "renew", "seal", *at)
    refused = run("keys", "retire", "seal", "1", *at, fails=True)
    assert "version 1 of seal is in use (sealed orders: 1); with --force it is retired" in refused
    output = run("keys", "retire", "seal", "1", "--force", *at)
    assert output == "Version 1 of seal is retired.\nLost: sealed orders: 1\n"


def test_a_lost_key_is_abandoned_only_by_force(data: Path, run: Output) -> None:
    at, ring = ("--data", str(data)), KeyRing(data / "keys")
    ring.record()
    first = ring.key("house").newest
    (data / "keys" / "house.key").unlink()
    refused = run("keys", "retire", "house", "1", *at, fails=True)
    assert "version 1 of house is missing; restore it from its backup, or abandon it" in refused
    output = run("keys", "retire", "house", "1", "--force", *at)
    assert output == "Version 1 of house is retired.\nLost: everything that depends on it\n"
    journal = SqliteJournal(data / "floor.db")
    newest = house_keys(ring, journal).house.newest
    journal.close()
    assert newest.version == 2, "a number is never used again"
    assert newest.raw != first.raw
    assert "house has no version 1" in run(
        "keys", "retire", "house", "1", "--force", *at, fails=True
    )


def test_keys_are_not_changed_while_the_floor_serves(data: Path, run: Output) -> None:
    at, master = ("--data", str(data)), data / "master"
    master.write_bytes(b"m" * 32)
    serving = lock_file(data / "floor.db")
    try:
        for words in (
            ("renew", "house"),
            ("retire", "house", "1"),
            ("lock", "--with", str(master)),
            ("unlock",),
        ):
            refused = run("keys", *words, *at, fails=True)
            assert (
                "is in use by another process; stop the floor before you change its keys" in refused
            )
        assert "house" in run("keys", "list", *at)
    finally:
        serving.close()
    assert "no keys of a house" in run("keys", "list", "--data", str(data / "x"), fails=True)


def test_locked_keys_need_their_master_key_and_do_not_reveal_it(data: Path, run: Output) -> None:
    at, master, wrong = ("--data", str(data)), data / "master", data / "wrong"
    secret = "5a" * 32
    master.write_text(f"{secret}\n")
    wrong.write_bytes(b"w" * 32)
    assert "4 keys are locked" in run("keys", "lock", "--with", str(master), *at)
    for words, refusal in (
        (("serve", "--port", "0"), "house.key is locked; supply its master key with --unlock"),
        (("serve", "--port", "0", "--unlock", str(wrong)), "does not open with this master key"),
        (("serve", "--port", "0", "--unlock", str(data / "none")), "none cannot be read"),
        (
            ("serve", "--port", "0", "--unlock", str(data / "keys" / "house.key")),
            "is not a master key",
        ),
        (("keys", "renew", "house"), "is locked"),
        (("keys", "unlock", "--unlock", str(wrong)), "does not open with this master key"),
        (("keys", "lock", "--with", str(wrong)), "is locked"),
    ):
        refused = run(*words, *at, fails=True)
        assert refusal in refused, refused
        assert secret not in refused
    record = json.loads(run("keys", "list", *at, "--json"))
    assert (record["locked"], record["public_keys"]) == (True, [])
    opened = ("--unlock", str(master))
    assert "version 2" in run("keys", "renew", "house", *opened, *at)
    run("keys", "lock", "--with", str(wrong), *opened, *at)
    with pytest.raises(JournalError, match="is locked"):
        KeyRing(data / "keys").key("house")
    assert "5 keys are stored plain" in run("keys", "unlock", "--unlock", str(wrong), *at)
    assert list(KeyRing(data / "keys").key("house").versions) == [1, 2]


def test_a_credential_or_the_environment_supplies_the_master_key(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from punto.cli.floor.key_options import open_key_ring, read_master_key

    assert read_master_key(None) is None
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(data))
    assert read_master_key(None) is None
    (data / "punto").write_bytes(b"m" * 32)
    credential = read_master_key(None)
    assert credential is not None
    KeyRing(data / "keys").lock(credential)
    assert open_key_ring(data, None).key("house").newest.version == 1
    monkeypatch.setenv("PUNTO_UNLOCK", str(data / "none"))
    with pytest.raises(JournalError, match="none cannot be read"):
        read_master_key(None)
    assert read_master_key(data / "punto") is not None


def test_only_the_key_of_a_shoe_can_be_copied(data: Path, run: Output) -> None:
    at, file = ("--data", str(data)), data / "copy.key"
    run("keys", "copy", "shoe-tiger-5", str(file), *at)
    assert file.read_bytes() == (data / "keys" / "shoe-tiger-5.key").read_bytes()
    assert file.stat().st_mode & 0o777 == 0o600
    assert "already exists; expected a new file" in run(
        "keys", "copy", "shoe-tiger-5", str(file), *at, fails=True
    )
    words = run("keys", "copy", "house", str(data / "other"), *at, fails=True)
    assert "house may not leave this house" in words
