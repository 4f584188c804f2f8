"""A file is wholly there or not at all, and nobody else may read it."""

from pathlib import Path

from punto.journal.durable_files import write_durable


def test_a_file_that_a_crash_left_half_written_gives_its_mode_to_no_other(tmp_path: Path) -> None:
    """A key and what may be read of it once shared one name for what is half written."""
    for left in ("sign.part", "sign.key.part", "sign.pub.part"):
        (tmp_path / left).write_bytes(b"half")
        (tmp_path / left).chmod(0o666)
    write_durable(tmp_path / "sign.key", b"secret", mode=0o600)
    write_durable(tmp_path / "sign.pub", b"public")
    assert (tmp_path / "sign.key").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "sign.key").read_bytes() == b"secret"
    assert (tmp_path / "sign.part").read_bytes() == b"half"


def test_a_secret_is_written_into_no_file_that_was_there_before(tmp_path: Path) -> None:
    """What a crash had left, or somebody had laid there, kept its rights and its readers."""
    laid, elsewhere = tmp_path / "own.key.part", tmp_path / "elsewhere"
    laid.touch()
    laid.chmod(0o666)
    with laid.open("rb") as open_before:
        write_durable(tmp_path / "own.key", b"secret", mode=0o600)
        assert open_before.read() == b""
    assert (tmp_path / "own.key").stat().st_mode & 0o777 == 0o600
    laid.symlink_to(elsewhere)
    write_durable(tmp_path / "own.key", b"another", mode=0o600)
    assert (tmp_path / "own.key").read_bytes() == b"another"
    assert not elsewhere.exists()
