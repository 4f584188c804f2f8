from pathlib import Path

import pytest

from punto.journal.keys.key_ring import KeyRing
from punto.journal.keys.sealed_store import SealBroken, SealedStore


def sealed(tmp_path: Path) -> SealedStore:
    return SealedStore(tmp_path / "sealed", KeyRing(tmp_path / "keys").key("seal"))


def test_what_is_sealed_can_be_opened_by_another_process(tmp_path: Path) -> None:
    sealed(tmp_path).seal("shoe-1", "9sKd 00ff")
    assert sealed(tmp_path).open("shoe-1") == "9sKd 00ff"


def test_nobody_can_look(tmp_path: Path) -> None:
    sealed(tmp_path).seal("shoe-1", "9sKd 00ff")
    (file,) = (tmp_path / "sealed").iterdir()
    assert b"9sKd" not in file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    assert (tmp_path / "keys" / "seal.key").stat().st_mode & 0o077 == 0


def test_the_same_text_is_sealed_differently_each_time(tmp_path: Path) -> None:
    box = sealed(tmp_path)
    box.seal("shoe-1", "9sKd")
    first = (tmp_path / "sealed" / "shoe-1.seal").read_bytes()
    box.seal("shoe-1", "9sKd")
    assert (tmp_path / "sealed" / "shoe-1.seal").read_bytes() != first


@pytest.mark.parametrize("name", ["", "../keys/seal", "a b", "a\0b", "靴", "x" * 121])
def test_nothing_is_sealed_under_a_name_that_a_folder_may_not_take(
    tmp_path: Path, name: str
) -> None:
    """A person may name a shoe as they like; one such name once stopped the floor."""
    box = sealed(tmp_path)
    with pytest.raises(SealBroken, match="nothing is sealed as"):
        box.open(name)
    with pytest.raises(SealBroken, match="nothing is sealed as"):
        box.seal(name, "9sKd")
    box.forget(name)


def test_without_the_key_nothing_opens(tmp_path: Path) -> None:
    sealed(tmp_path).seal("shoe-1", "9sKd")
    (tmp_path / "keys" / "seal.key").write_bytes(b"k" * 32)
    with pytest.raises(SealBroken, match="what was sealed as shoe-1 cannot be opened"):
        sealed(tmp_path).open("shoe-1")


def test_a_changed_text_or_another_name_does_not_open(tmp_path: Path) -> None:
    box = sealed(tmp_path)
    box.seal("shoe-1", "9sKd")
    path = tmp_path / "sealed" / "shoe-1.seal"
    path.rename(tmp_path / "sealed" / "shoe-2.seal")
    with pytest.raises(SealBroken):
        box.open("shoe-2")
    box.seal("shoe-1", "9sKd")
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(SealBroken):
        box.open("shoe-1")


def test_what_was_shown_is_forgotten(tmp_path: Path) -> None:
    box = sealed(tmp_path)
    box.seal("shoe-1", "9sKd")
    box.forget("shoe-1")
    box.forget("shoe-1")
    with pytest.raises(SealBroken):
        box.open("shoe-1")
