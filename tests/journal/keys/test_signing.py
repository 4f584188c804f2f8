"""The key of the house: made once, kept to itself, and good for one purpose at a time."""

from pathlib import Path

import pytest

from punto.journal.errors import JournalError
from punto.journal.keys.key_ring import KeyRing
from punto.journal.keys.signing import (
    SignerChain,
    SigningKey,
    parse_signers,
    signing_key,
    verify_signature,
)


def test_a_key_is_made_once_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    first, again = signing_key(KeyRing(tmp_path)), signing_key(KeyRing(tmp_path))
    assert first.public == again.public
    assert (tmp_path / "sign.key").stat().st_mode & 0o777 == 0o600
    assert signing_key(KeyRing(tmp_path / "other")).public != first.public


def test_a_signature_holds_for_its_text_its_purpose_and_its_key() -> None:
    key = SigningKey(b"a" * 32)
    signature = key.sign("bundle", b"text")
    assert verify_signature(key.public, "bundle", b"text", signature)
    assert not verify_signature(key.public, "checkpoint", b"text", signature)
    assert not verify_signature(key.public, "bundle", b"texts", signature)
    assert not verify_signature(SigningKey(b"b" * 32).public, "bundle", b"text", signature)
    assert not verify_signature(key.public, "bundle", b"text", signature.upper())
    assert not verify_signature(key.public.upper(), "bundle", b"text", signature)
    assert not verify_signature("ff" * 32, "bundle", b"text", signature)


def test_a_file_that_is_no_key_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "sign.key").write_bytes(b"short")
    with pytest.raises(JournalError, match="is no key: 5 bytes"):
        signing_key(KeyRing(tmp_path))


def test_each_key_hands_over_to_the_next_and_stays_known_when_it_is_gone(tmp_path: Path) -> None:
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


def test_an_older_key_does_not_sign_where_a_newer_one_is_missing(tmp_path: Path) -> None:
    """Its checkpoints followed those of the newer key, and no verification accepted them."""
    ring = KeyRing(tmp_path)
    signing_key(ring)
    ring.renew("sign")
    newest = signing_key(ring).public
    (tmp_path / "sign.2.ed25519.key").unlink()
    with pytest.raises(JournalError, match=f"lacks the key sign whose public key is {newest}"):
        signing_key(ring)


def test_a_key_that_nobody_handed_over_to_is_not_known(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path)
    signing_key(ring)
    ring.renew("sign")
    whole = signing_key(ring).signers
    stranger = SigningKey(b"s" * 32).public
    for text, words in (
        (f"{whole.publics[0]}\n{stranger} {whole.signatures[0]}\n", "was not handed over by"),
        (f"{whole.publics[0]}\n{stranger}\n", "was not handed over by"),
        ("", "no public key"),
        ("abc\n", "no public key"),
        (whole.text.replace("\n", " \n", 1), "no public key"),
    ):
        with pytest.raises(JournalError, match=words):
            parse_signers(text)
        (tmp_path / "sign.pub").write_text(text)
        with pytest.raises(JournalError, match=r"sign\.pub cannot be used"):
            signing_key(ring)
    (tmp_path / "sign.pub").write_text(f"{stranger}\n")
    with pytest.raises(JournalError, match="does not fit the key sign"):
        signing_key(ring)
