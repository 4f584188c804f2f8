"""A durable file is complete or absent, and private if its mode says so."""

from pathlib import Path

from punto.journal.durable_files import write_durable


def test_an_incomplete_file_of_a_crash_does_not_pass_on_its_mode(tmp_path: Path) -> None:
    """A private key and its public key once shared one name for the incomplete file."""
    for left in ("sign.part", "sign.key.part", "sign.pub.part"):
        (tmp_path / left).write_bytes(b"half")
        (tmp_path / left).chmod(0o666)
    write_durable(tmp_path / "sign.key", b"secret", mode=0o600)
    write_durable(tmp_path / "sign.pub", b"public")
    assert (tmp_path / "sign.key").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "sign.key").read_bytes() == b"secret"
    assert (tmp_path / "sign.part").read_bytes() == b"half"


def test_a_secret_is_never_written_into_an_existing_file(tmp_path: Path) -> None:
    """A file of a crash or of an attacker kept its permissions and its open readers."""
    left, elsewhere = tmp_path / "own.key.part", tmp_path / "elsewhere"
    left.touch()
    left.chmod(0o666)
    with left.open("rb") as open_before:
        write_durable(tmp_path / "own.key", b"secret", mode=0o600)
        assert open_before.read() == b""
    assert (tmp_path / "own.key").stat().st_mode & 0o777 == 0o600
    left.symlink_to(elsewhere)
    write_durable(tmp_path / "own.key", b"another", mode=0o600)
    assert (tmp_path / "own.key").read_bytes() == b"another"
    assert not elsewhere.exists()
