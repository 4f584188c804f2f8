"""Signed checkpoints: what they say, and what they refuse."""

import msgspec
import pytest

from punto.journal.checkpoint import (
    Checkpoint,
    InvalidCheckpoint,
    decode,
    digest_of,
    encode,
    successive_checkpoints,
)
from punto.journal.keys.signing import SignerChain, SigningKey


def made(key: SigningKey, sequence: int = 1, previous: str = "", entry: int = 5) -> str:
    heads = {"tiger-5": (entry, "ab" * 32)}
    found = Checkpoint(sequence, "2026-11-14", heads, entry, "cd" * 32, {}, previous, key.public)
    return encode(found, key)


@pytest.fixture
def key() -> SigningKey:
    return SigningKey(b"sign.key".ljust(32))


def test_a_checkpoint_reads_back_under_the_key_of_the_house(key: SigningKey) -> None:
    found = decode(made(key), key.signers)
    assert (found.sequence, found.entries, found.heads) == (1, 5, {"tiger-5": (5, "ab" * 32)})


def test_no_changed_bit_of_a_checkpoint_is_accepted(key: SigningKey) -> None:
    line = made(key).encode()
    for place in range(len(line)):
        for bit in range(8):
            forged = bytearray(line)
            forged[place] ^= 1 << bit
            with pytest.raises(InvalidCheckpoint):
                decode(forged.decode(errors="replace"), key.signers)


def test_a_checkpoint_of_another_house_is_refused(key: SigningKey) -> None:
    other = SigningKey(b"other.key".ljust(32))
    with pytest.raises(InvalidCheckpoint, match="signed by key"):
        decode(made(other), key.signers)
    # Nor may one name the key of the house and be signed by another.
    text, _, _ = made(key).rpartition(" ")
    with pytest.raises(InvalidCheckpoint, match="another signature"):
        decode(f"{text} {other.sign('checkpoint', text.encode())}", key.signers)
    # What is signed for another purpose is no checkpoint.
    with pytest.raises(InvalidCheckpoint, match="another signature"):
        decode(f"{text} {key.sign('bundle', text.encode())}", key.signers)


def test_checkpoints_follow_without_gap_and_never_go_back(key: SigningKey) -> None:
    first = made(key)
    second = made(key, 2, digest_of(first), entry=9)
    assert [each.sequence for each in successive_checkpoints([first, second], key.signers)] == [
        1,
        2,
    ]
    for wrong in (
        made(key, 3, digest_of(first), entry=9),
        made(key, 2, digest_of(second), entry=9),
        made(key, 2, digest_of(first), entry=4),
    ):
        with pytest.raises(InvalidCheckpoint):
            list(successive_checkpoints([first, wrong], key.signers))
    with pytest.raises(InvalidCheckpoint, match="names one before it"):
        list(successive_checkpoints([made(key, 1, "ab" * 32)], key.signers))


def test_a_field_too_many_is_no_checkpoint(key: SigningKey) -> None:
    plain = msgspec.json.decode(made(key).rpartition(" ")[0])
    text = msgspec.json.encode({**plain, "more": 1})
    with pytest.raises(InvalidCheckpoint, match="no checkpoint"):
        decode(f"{text.decode()} {key.sign('checkpoint', text)}", key.signers)


def test_a_key_handed_over_signs_no_more_and_the_trusted_one_vouches_for_all_before() -> None:
    older = SigningKey(b"o" * 32)
    public = SigningKey(b"n" * 32).public
    handed = SignerChain((older.public, public), (older.sign("key", public.encode()),))
    newer = SigningKey(b"n" * 32, handed)
    lines = [made(older)]
    for by in (newer, older):
        lines.append(made(by, len(lines) + 1, digest_of(lines[-1])))
    assert [each.key for each in successive_checkpoints(lines[:2], handed, public)] == [
        older.public,
        public,
    ]
    with pytest.raises(InvalidCheckpoint, match="which was handed over before"):
        list(successive_checkpoints(lines, handed))
    with pytest.raises(InvalidCheckpoint, match="no checkpoint is signed by key"):
        list(successive_checkpoints(lines[:1], handed, public))
    assert len(list(successive_checkpoints(lines[:1], handed, older.public))) == 1


def test_a_checkpoint_names_its_digest_where_it_is_not_the_usual_one(key: SigningKey) -> None:
    first = made(key)
    assert '"digest"' not in first, "lines of yesterday are as they were"
    plain = decode(first)
    newer = msgspec.structs.replace(
        plain, sequence=2, previous=digest_of(first, "sha3-256"), digest="sha3-256"
    )
    assert [each.digest for each in successive_checkpoints([first, encode(newer, key)])] == [
        "sha256",
        "sha3-256",
    ]
    wrong = msgspec.structs.replace(newer, previous=digest_of(first))
    with pytest.raises(InvalidCheckpoint, match="does not follow"):
        list(successive_checkpoints([first, encode(wrong, key)]))
    with pytest.raises(InvalidCheckpoint, match="is by 'rot13', not known"):
        decode(encode(msgspec.structs.replace(plain, digest="rot13"), key))
