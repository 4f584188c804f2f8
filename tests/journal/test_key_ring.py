"""The newest version of a key is in use, older ones still verify, and retired ones are gone."""

from pathlib import Path

import pytest

from punto.journal.errors import JournalError
from punto.journal.keys import KeyRing, SealBroken, SealedStore, Vault, key_of, open_vault


def test_a_file_without_a_number_is_version_one(tmp_path: Path) -> None:
    for name in ("house", "seal", "sign", "shoe-tiger-5"):
        (tmp_path / f"{name}.key").write_bytes(name.encode().ljust(32))
    ring = KeyRing(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert ring.names() == ["house", "seal", "shoe-tiger-5", "sign"]
    assert [ring.key(name).newest.version for name in ring.names()] == [1] * 4
    assert ring.key("house").newest.raw == b"house".ljust(32)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_renewed_key_uses_its_newest_version_and_verifies_with_all(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path)
    first = ring.key("house")
    assert [ring.renew("house").version for _ in range(2)] == [2, 3]
    assert (tmp_path / "house.3.hmac-sha256.key").exists()
    key = KeyRing(tmp_path).key("house")
    assert [secret.version for secret in key.newest_first] == [3, 2, 1]
    assert key.versions[1] == first.newest
    assert key.newest.mac(b"text") != key.versions[2].mac(b"text")
    assert "raw" not in repr(key)
    for path in tmp_path.iterdir():
        assert path.stat().st_mode & 0o777 == 0o600
    ring.retire("house", 1)
    assert list(ring.key("house").versions) == [2, 3]
    assert not (tmp_path / "house.key").exists()
    assert ring.renew("house").version == 4, "a number is never used again"


def test_a_renewed_key_is_in_use_and_older_versions_still_open(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path)
    first = ring.key("house").newest.mac(b"x")
    assert ring.renew("house").mac(b"x") != first
    assert ring.key("house").versions[1].mac(b"x") == first
    ring.key("seal")
    SealedStore(tmp_path / "sealed", ring.key("seal")).seal("a", "first")
    ring.renew("seal")
    box = SealedStore(tmp_path / "sealed", ring.key("seal"))
    box.seal("b", "second")
    assert (box.open("a"), box.open("b")) == ("first", "second")
    assert (box.sealed_under(1), box.sealed_under(2)) == (["a"], ["b"])
    ring.retire("seal", 1)
    box = SealedStore(tmp_path / "sealed", ring.key("seal"))
    assert (box.open("b"), box.sealed_under(1)) == ("second", [])
    with pytest.raises(SealBroken):
        box.open("a")


def test_the_record_lists_every_version_and_whether_it_is_retired(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path)
    assert ring.recorded() == {}
    ring.key("house")
    ring.record()
    ring.renew("house")
    ring.retire("house", 1)
    assert (tmp_path / "versions.txt").read_text() == "house 1 retired\nhouse 2\n"
    assert ring.recorded() == {("house", 1): True, ("house", 2): False}
    for path in tmp_path.glob("*.key"):
        path.unlink()
    assert ring.key("house").newest.version == 3, (
        "version 2 was lost, and its number is not used again"
    )


def test_a_record_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for text in ("house\n", "house one\n", "house 1 gone\n"):
        (tmp_path / "versions.txt").write_text(text)
        with pytest.raises(JournalError, match=r"versions\.txt is not a record of keys"):
            KeyRing(tmp_path).recorded()


@pytest.mark.parametrize(
    ("name", "version", "words"),
    [
        ("house", 2, "house has no version 2; there are: 1"),
        ("house", 1, "version 1 of house is the newest; renew house first"),
        ("cage", 1, "'cage' is not a key in .*; there are: house"),
    ],
)
def test_the_newest_or_an_unknown_version_cannot_be_retired(
    tmp_path: Path, name: str, version: int, words: str
) -> None:
    ring = KeyRing(tmp_path)
    ring.key("house")
    with pytest.raises(JournalError, match=words):
        ring.retire(name, version)


def test_an_invalid_key_is_refused(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path)
    with pytest.raises(JournalError, match="is not a key of a house"):
        ring.key("cage")
    (tmp_path / "house.key").write_bytes(b"short")
    with pytest.raises(JournalError, match="is not a key: it has 5 bytes; expected 32"):
        ring.key("house")
    (tmp_path / "seal.2.rot13.key").write_bytes(b"k" * 32)
    with pytest.raises(JournalError, match="rot13; expected chacha20-poly1305; use the Punto"):
        ring.key("seal")


def test_locked_keys_open_with_their_master_key_only(tmp_path: Path) -> None:
    folder, master, other = tmp_path / "keys", Vault(b"m" * 32), Vault(b"o" * 32)
    plain = KeyRing(folder).key("house").newest.raw
    KeyRing(folder).renew("house")
    assert KeyRing(folder).lock(master) == 2
    assert KeyRing(folder).is_locked()
    assert not any(plain in path.read_bytes() for path in folder.iterdir())
    assert KeyRing(folder, master).key("house").versions[1].raw == plain
    with pytest.raises(
        JournalError, match=r"house\.key is locked; supply its master key with --unlock"
    ):
        KeyRing(folder).key("house")
    with pytest.raises(JournalError, match="does not open with this master key") as raised:
        KeyRing(folder, other).key("house")
    assert plain.hex() not in str(raised.value)
    # A key created among locked keys is locked too, and a file does not open under another name.
    KeyRing(folder, master).key("seal")
    with pytest.raises(JournalError, match=r"seal\.key is locked"):
        KeyRing(folder).key("seal")
    (folder / "seal.key").write_bytes((folder / "house.key").read_bytes())
    with pytest.raises(JournalError, match=r"seal\.key does not open"):
        KeyRing(folder, master).key("seal")


def test_a_plain_key_among_locked_keys_is_refused(tmp_path: Path) -> None:
    """Otherwise an attacker who can write to the folder could install a key."""
    ring = KeyRing(tmp_path, Vault(b"m" * 32))
    ring.key("house")
    (tmp_path / "house.key").write_bytes(b"k" * 32)
    with pytest.raises(
        JournalError, match="is not locked, but a master key was given; run `punto keys lock`"
    ):
        ring.key("house")


def test_a_master_key_is_renewed_and_removed(tmp_path: Path) -> None:
    old, new = Vault(b"o" * 32), Vault(b"n" * 32)
    raw = KeyRing(tmp_path).key("house").newest.raw
    KeyRing(tmp_path).key("seal")
    KeyRing(tmp_path).lock(old)
    before = (tmp_path / "house.key").read_bytes()
    with pytest.raises(JournalError, match="does not open with this master key"):
        KeyRing(tmp_path, Vault(b"x" * 32)).lock(new)
    with pytest.raises(JournalError, match="is locked"):
        KeyRing(tmp_path).unlock()
    assert (tmp_path / "house.key").read_bytes() == before, "a wrong master key changes nothing"
    # An interrupted lock leaves some keys under the new master key; a second run completes it.
    (tmp_path / "house.key").write_bytes(new.encrypt("house.key", raw))
    assert KeyRing(tmp_path, old).lock(new) == 2
    assert KeyRing(tmp_path, new).key("house").newest.raw == raw
    assert KeyRing(tmp_path, new).unlock() == 2
    assert KeyRing(tmp_path).key("house").newest.raw == raw
    with pytest.raises(JournalError, match="has no keys of a house"):
        KeyRing(tmp_path / "none").lock(new)


def test_plain_bytes_are_overwritten_when_a_key_is_locked_or_retired(tmp_path: Path) -> None:
    path = tmp_path / "house.key"
    raw = KeyRing(tmp_path).key("house").newest.raw
    with path.open("rb") as opened_before:
        KeyRing(tmp_path).lock(Vault(b"m" * 32))
        assert opened_before.read() == bytes(len(raw))
    KeyRing(tmp_path).key("sign")
    KeyRing(tmp_path).renew("sign")
    with (tmp_path / "sign.key").open("rb") as opened_before:
        KeyRing(tmp_path).retire("sign", 1)
        assert opened_before.read() == bytes(32)


def test_a_master_key_is_32_bytes_or_64_digits(tmp_path: Path) -> None:
    path = tmp_path / "master"
    found = []
    for data in (b"m" * 32, (b"m" * 32).hex().encode() + b"\n"):
        path.write_bytes(data)
        found.append(open_vault(path)._master)
    assert found == [b"m" * 32] * 2
    path.write_bytes(b"a password")
    with pytest.raises(
        JournalError, match="is not a master key; expected 32 bytes or 64 hexadecimal"
    ):
        open_vault(path)
    with pytest.raises(JournalError, match="cannot be read: No such file"):
        open_vault(tmp_path / "none")
    with pytest.raises(
        JournalError, match="uses an unknown cipher: it begins with 'punto-locked 1 rot13'"
    ):
        Vault(b"m" * 32).decrypt(path, b"punto-locked 1 rot13\n...")


def test_a_derived_key_is_the_mac_of_its_purpose() -> None:
    assert key_of(b"k" * 32).newest.mac(b"x") == key_of(b"k" * 32).derived(b"x").newest.raw
