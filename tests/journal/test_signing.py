"""The signing key is created once, stays private, and signs for one purpose at a time."""

from pathlib import Path

import pytest

from punto.journal.errors import JournalError
from punto.journal.keys import (
    KeyRing,
    SignerChain,
    SigningKey,
    parse_signers,
    signing_key,
    verify_signature,
)


def test_a_signing_key_is_created_once_and_is_private(tmp_path: Path) -> None:
    first, again = signing_key(KeyRing(tmp_path)), signing_key(KeyRing(tmp_path))
    assert first.public == again.public
    assert (tmp_path / "sign.key").stat().st_mode & 0o777 == 0o600
    assert signing_key(KeyRing(tmp_path / "other")).public != first.public


def test_a_signature_is_valid_only_for_its_text_purpose_and_key() -> None:
    key = SigningKey(b"a" * 32)
    signature = key.sign("bundle", b"text")
    assert verify_signature(key.public, "bundle", b"text", signature)
    assert not verify_signature(key.public, "checkpoint", b"text", signature)
    assert not verify_signature(key.public, "bundle", b"texts", signature)
    assert not verify_signature(SigningKey(b"b" * 32).public, "bundle", b"text", signature)
    assert not verify_signature(key.public, "bundle", b"text", signature.upper())
    assert not verify_signature(key.public.upper(), "bundle", b"text", signature)
    assert not verify_signature("ff" * 32, "bundle", b"text", signature)


def test_a_file_that_is_not_a_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sign.key").write_bytes(b"short")
    with pytest.raises(JournalError, match="is not a key: it has 5 bytes"):
        signing_key(KeyRing(tmp_path))


def test_each_key_signs_the_next_and_stays_known_after_it_is_retired(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path)
    publics = [signing_key(ring).public]
    assert signing_key(ring).signers.text == f"{publics[0]}\n"
    for version in (1, 2):
        ring.renew("sign")
        publics.append(signing_key(ring).public)
        ring.retire("sign", version)
    key = signing_key(ring)
    assert key.signers.publics == tuple(publics)
    assert key.public == publics[-1]
    assert parse_signers(key.signers.text) == key.signers
    assert (tmp_path / "sign.pub").read_text() == key.signers.text
    assert key.signers.trusting(publics[1]) is key.signers
    assert key.signers.trusting("ab" * 32) == SignerChain(("ab" * 32,))


def test_an_older_key_does_not_sign_if_a_newer_one_is_missing(tmp_path: Path) -> None:
    """Its checkpoints would follow those of the newer key, and no verification accepts that."""
    ring = KeyRing(tmp_path)
    signing_key(ring)
    ring.renew("sign")
    newest = signing_key(ring).public
    (tmp_path / "sign.2.ed25519.key").unlink()
    with pytest.raises(JournalError, match=f"lacks the key sign whose public key is {newest}"):
        signing_key(ring)


def test_a_key_that_no_earlier_key_signed_is_refused(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path)
    signing_key(ring)
    ring.renew("sign")
    signers = signing_key(ring).signers
    stranger = SigningKey(b"s" * 32).public
    for text, words in (
        (f"{signers.publics[0]}\n{stranger} {signers.signatures[0]}\n", "is not signed by key"),
        (f"{signers.publics[0]}\n{stranger}\n", "is not signed by key"),
        ("", "not a list of public keys"),
        ("abc\n", "not a list of public keys"),
        (signers.text.replace("\n", " \n", 1), "not a list of public keys"),
    ):
        with pytest.raises(JournalError, match=words):
            parse_signers(text)
        (tmp_path / "sign.pub").write_text(text)
        with pytest.raises(JournalError, match=r"sign\.pub cannot be used"):
            signing_key(ring)
    (tmp_path / "sign.pub").write_text(f"{stranger}\n")
    with pytest.raises(JournalError, match="does not match the key sign"):
        signing_key(ring)
