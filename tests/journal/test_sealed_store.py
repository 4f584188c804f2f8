from pathlib import Path

import pytest

from punto.journal.keys import KeyRing, SealBroken, SealedStore


def sealed(tmp_path: Path) -> SealedStore:
    return SealedStore(tmp_path / "sealed", KeyRing(tmp_path / "keys").key("seal"))


def test_another_process_can_open_a_sealed_secret(tmp_path: Path) -> None:
    sealed(tmp_path).seal("shoe-1", "9sKd 00ff")
    assert sealed(tmp_path).open("shoe-1") == "9sKd 00ff"


def test_a_sealed_secret_is_encrypted_and_private(tmp_path: Path) -> None:
    sealed(tmp_path).seal("shoe-1", "9sKd 00ff")
    (file,) = (tmp_path / "sealed").iterdir()
    assert b"9sKd" not in file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    assert (tmp_path / "keys" / "seal.key").stat().st_mode & 0o077 == 0


def test_the_same_text_is_sealed_differently_each_time(tmp_path: Path) -> None:
    store = sealed(tmp_path)
    store.seal("shoe-1", "9sKd")
    first = (tmp_path / "sealed" / "shoe-1.seal").read_bytes()
    store.seal("shoe-1", "9sKd")
    assert (tmp_path / "sealed" / "shoe-1.seal").read_bytes() != first


@pytest.mark.parametrize("name", ["", "../keys/seal", "a b", "a\0b", "靴", "x" * 121])
def test_a_name_that_is_not_a_valid_file_name_is_refused(tmp_path: Path, name: str) -> None:
    """Staff may give a shoe any name; one such name once stopped the floor."""
    store = sealed(tmp_path)
    with pytest.raises(SealBroken, match="no secret is sealed as"):
        store.open(name)
    with pytest.raises(SealBroken, match="no secret is sealed as"):
        store.seal(name, "9sKd")
    store.forget(name)


def test_a_secret_does_not_open_under_another_key(tmp_path: Path) -> None:
    sealed(tmp_path).seal("shoe-1", "9sKd")
    (tmp_path / "keys" / "seal.key").write_bytes(b"k" * 32)
    with pytest.raises(SealBroken, match="the sealed secret shoe-1 cannot be opened"):
        sealed(tmp_path).open("shoe-1")


def test_a_changed_or_renamed_secret_does_not_open(tmp_path: Path) -> None:
    store = sealed(tmp_path)
    store.seal("shoe-1", "9sKd")
    path = tmp_path / "sealed" / "shoe-1.seal"
    path.rename(tmp_path / "sealed" / "shoe-2.seal")
    with pytest.raises(SealBroken):
        store.open("shoe-2")
    store.seal("shoe-1", "9sKd")
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(SealBroken):
        store.open("shoe-1")


def test_a_forgotten_secret_does_not_open(tmp_path: Path) -> None:
    store = sealed(tmp_path)
    store.seal("shoe-1", "9sKd")
    store.forget("shoe-1")
    store.forget("shoe-1")
    with pytest.raises(SealBroken):
        store.open("shoe-1")
