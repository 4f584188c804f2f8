"""Keys in versions: the newest makes, all that are kept check, and a retired one is gone."""

from pathlib import Path

import pytest

from punto.journal.errors import JournalError
from punto.journal.keys.ciphers import CIPHERS
from punto.journal.keys.key_ring import ALGORITHMS, KeyRing, key_of
from punto.journal.keys.sealed_store import SealBroken, SealedStore
from punto.journal.keys.vault import Vault, open_vault


def test_the_files_of_a_house_of_yesterday_are_version_one(tmp_path: Path) -> None:
    for name in ("house", "seal", "sign", "shoe-tiger-5"):
        (tmp_path / f"{name}.key").write_bytes(name.encode().ljust(32))
    ring = KeyRing(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert ring.names() == ["house", "seal", "shoe-tiger-5", "sign"]
    assert [ring.key(name).newest.version for name in ring.names()] == [1] * 4
    assert ring.key("house").newest.raw == b"house".ljust(32)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_renewed_key_makes_with_the_newest_and_checks_with_all(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path)
    first = ring.key("house")
    assert ring.renew("house", "hmac-sha3-256").version == 2
    assert ring.renew("house").algorithm == "hmac-sha3-256"
    key = KeyRing(tmp_path).key("house")
    assert [each.version for each in key.newest_first] == [3, 2, 1]
    assert key.versions[1] == first.newest
    assert key.newest.mac(b"text") != key.versions[2].mac(b"text")
    assert "raw" not in repr(key)
    for path in tmp_path.iterdir():
        assert path.stat().st_mode & 0o777 == 0o600
    ring.retire("house", 1)
    assert list(ring.key("house").versions) == [2, 3]
    assert not (tmp_path / "house.key").exists()
    assert ring.renew("house").version == 4, "a number is never given twice"


def test_every_algorithm_marks_and_seals_as_its_key_says(tmp_path: Path) -> None:
    assert ALGORITHMS["seal"] == tuple(CIPHERS)
    ring = KeyRing(tmp_path)
    marks = {ring.key("house").newest.mac(b"x")}
    marks |= {ring.renew("house", each).mac(b"x") for each in ALGORITHMS["house"]}
    assert len(marks) == len(ALGORITHMS["house"]) + 1
    ring.key("seal")
    SealedStore(tmp_path / "sealed", ring.key("seal")).seal("a", "first")
    ring.renew("seal", "aes-256-gcm")
    box = SealedStore(tmp_path / "sealed", ring.key("seal"))
    box.seal("b", "second")
    assert (box.open("a"), box.open("b")) == ("first", "second")
    assert (box.sealed_under(1), box.sealed_under(2)) == (["a"], ["b"])
    ring.retire("seal", 1)
    box = SealedStore(tmp_path / "sealed", ring.key("seal"))
    assert (box.open("b"), box.sealed_under(1)) == ("second", [])
    with pytest.raises(SealBroken):
        box.open("a")


def test_the_record_keeps_every_version_and_whether_it_is_retired(tmp_path: Path) -> None:
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
    assert ring.key("house").newest.version == 3, "2 is the number of a key that was lost"


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
        ("cage", 1, "'cage' is no key in .*; there are: house"),
    ],
)
def test_what_cannot_be_retired_is_said(
    tmp_path: Path, name: str, version: int, words: str
) -> None:
    ring = KeyRing(tmp_path)
    ring.key("house")
    with pytest.raises(JournalError, match=words):
        ring.retire(name, version)


def test_what_is_no_key_is_said_in_words(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path)
    with pytest.raises(JournalError, match="is no key of a house"):
        ring.key("cage")
    (tmp_path / "house.key").write_bytes(b"short")
    with pytest.raises(JournalError, match="is no key: 5 bytes; expected 32"):
        ring.key("house")
    (tmp_path / "seal.2.rot13.key").write_bytes(b"k" * 32)
    with pytest.raises(JournalError, match="an algorithm that is not known here"):
        ring.key("seal")
    ring.key("sign")
    with pytest.raises(JournalError, match="'rot13' is nothing for sign; expected one of: ed25519"):
        ring.renew("sign", "rot13")


def test_locked_keys_open_with_their_master_key_only(tmp_path: Path) -> None:
    folder, master, other = tmp_path / "keys", Vault(b"m" * 32), Vault(b"o" * 32)
    plain = KeyRing(folder).key("house").newest.raw
    KeyRing(folder).renew("house")
    assert KeyRing(folder).lock(master) == 2
    assert KeyRing(folder).is_locked()
    assert not any(plain in path.read_bytes() for path in folder.iterdir())
    assert KeyRing(folder, master).key("house").versions[1].raw == plain
    with pytest.raises(JournalError, match=r"house\.key is locked; hand its master key over"):
        KeyRing(folder).key("house")
    with pytest.raises(JournalError, match="does not open with this master key") as raised:
        KeyRing(folder, other).key("house")
    assert plain.hex() not in str(raised.value)
    # What is made beside locked keys is locked too, and a key of another name does not fit.
    KeyRing(folder, master).key("seal")
    with pytest.raises(JournalError, match=r"seal\.key is locked"):
        KeyRing(folder).key("seal")
    (folder / "seal.key").write_bytes((folder / "house.key").read_bytes())
    with pytest.raises(JournalError, match=r"seal\.key does not open"):
        KeyRing(folder, master).key("seal")


def test_a_plain_key_is_not_taken_where_keys_are_locked(tmp_path: Path) -> None:
    """Whoever may write to the folder would else choose the key of the house."""
    ring = KeyRing(tmp_path, Vault(b"m" * 32))
    ring.key("house")
    (tmp_path / "house.key").write_bytes(b"k" * 32)
    with pytest.raises(JournalError, match="is not locked, though a master key was handed over"):
        ring.key("house")


def test_a_master_key_is_renewed_and_laid_aside(tmp_path: Path) -> None:
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
    # As a lock that was cut off half way leaves it: asked again, it goes on.
    (tmp_path / "house.key").write_bytes(new.encrypt("house.key", raw))
    assert KeyRing(tmp_path, old).lock(new) == 2
    assert KeyRing(tmp_path, new).key("house").newest.raw == raw
    assert KeyRing(tmp_path, new).unlock() == 2
    assert KeyRing(tmp_path).key("house").newest.raw == raw
    with pytest.raises(JournalError, match="has no keys of a house"):
        KeyRing(tmp_path / "none").lock(new)


def test_what_lay_plain_is_overwritten_where_it_lay(tmp_path: Path) -> None:
    path = tmp_path / "house.key"
    raw = KeyRing(tmp_path).key("house").newest.raw
    with path.open("rb") as where_it_lay:
        KeyRing(tmp_path).lock(Vault(b"m" * 32))
        assert where_it_lay.read() == bytes(len(raw))
    KeyRing(tmp_path).key("sign")
    KeyRing(tmp_path).renew("sign")
    with (tmp_path / "sign.key").open("rb") as where_it_lay:
        KeyRing(tmp_path).retire("sign", 1)
        assert where_it_lay.read() == bytes(32)


def test_a_master_key_is_32_bytes_or_their_digits(tmp_path: Path) -> None:
    path = tmp_path / "master"
    found = []
    for data in (b"m" * 32, (b"m" * 32).hex().encode() + b"\n"):
        path.write_bytes(data)
        found.append(open_vault(path)._master)
    assert found == [b"m" * 32] * 2
    path.write_bytes(b"a password")
    with pytest.raises(JournalError, match="is no master key; expected 32 bytes, or 64 digits"):
        open_vault(path)
    with pytest.raises(JournalError, match="cannot be read: No such file"):
        open_vault(tmp_path / "none")
    with pytest.raises(JournalError, match="closed in a way that is not known here"):
        Vault(b"m" * 32).decrypt(path, b"punto-locked 1 rot13\n...")


def test_a_key_is_made_of_its_bytes_for_trials() -> None:
    assert key_of(b"k" * 32).newest.algorithm == "hmac-sha256"
    assert key_of(b"k" * 32).newest.mac(b"x") == key_of(b"k" * 32).derived(b"x").newest.raw
