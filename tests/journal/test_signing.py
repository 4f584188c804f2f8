"""The key of the house: made once, kept to itself, and good for one purpose at a time."""

from pathlib import Path

import pytest

from punto.journal.journal import JournalError
from punto.journal.signing import SigningKey, is_signed


def test_a_key_is_made_once_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "sign.key"
    first, again = SigningKey(path), SigningKey(path)
    assert first.public == again.public
    assert path.stat().st_mode & 0o777 == 0o600
    assert SigningKey(tmp_path / "other.key").public != first.public


def test_a_signature_holds_for_its_text_its_purpose_and_its_key(tmp_path: Path) -> None:
    key = SigningKey(tmp_path / "key")
    signature = key.sign("bundle", b"text")
    assert is_signed(key.public, "bundle", b"text", signature)
    assert not is_signed(key.public, "checkpoint", b"text", signature)
    assert not is_signed(key.public, "bundle", b"texts", signature)
    assert not is_signed(SigningKey(tmp_path / "b").public, "bundle", b"text", signature)
    assert not is_signed(key.public, "bundle", b"text", signature.upper())
    assert not is_signed(key.public.upper(), "bundle", b"text", signature)
    assert not is_signed("ff" * 32, "bundle", b"text", signature)


def test_a_file_that_is_no_key_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"short")
    with pytest.raises(JournalError, match="no signing key: 5 bytes"):
        SigningKey(tmp_path / "key")
