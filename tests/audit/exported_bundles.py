"""Make bundles for tests, and forge them."""

import random
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from punto import audit
from punto.floor.audit_desk.bundle_export import (
    BundleIssuer,
    ExportedBundle,
    export_bundle,
    replay_of,
)
from punto.floor.plan import TablePlan
from punto.games import library
from punto.journal.keys import KeyRing, SigningKey, key_of, signing_key
from punto.journal.reader import JournalReader
from punto.table.settings import default_settings

HEAD_BYTES = 209


def plan_of(table: str) -> TablePlan:
    book = library.GAMES[0]
    return TablePlan(table, table, 0, book, default_settings(book))


def house_in(folder: Path) -> BundleIssuer:
    """A house with its own keys and no exported checkpoints."""
    (folder / "checkpoints").mkdir(parents=True, exist_ok=True)
    key = signing_key(KeyRing(folder))
    return BundleIssuer(key, key_of(b"x" * 32), folder / "checkpoints", "$", "software")


def bundle_of(
    journal: Path, table: str, first: int, last: int, house: BundleIssuer
) -> ExportedBundle:
    reader = JournalReader(journal)
    try:
        rounds, plan = (first, last), plan_of(table)
        replay = replay_of(reader, plan, rounds)
        return export_bundle(reader, plan, rounds, replay, house, "test", "2026-11-14T21:46:30Z")
    finally:
        reader.close()


def body_of(data: bytes) -> dict[str, Any]:
    """The content of a bundle."""
    content: dict[str, Any] = msgspec.json.decode(data[HEAD_BYTES:])
    return content


def signed(content: dict[str, Any], key: SigningKey) -> bytes:
    """A signed bundle with this content."""
    text = msgspec.json.encode(content)
    return f"punto-bundle 1 {key.public} {key.sign('bundle', text)}\n".encode() + text


def forgeries(data: bytes, seed: int) -> Iterator[bytes]:
    """Endless forgeries of a bundle by an attacker without the key of the house."""
    chance = random.Random(seed)
    while True:
        forged = bytearray(data)
        place = chance.randrange(len(forged))
        match chance.randrange(6):
            case 0:
                forged[place] ^= 1 << chance.randrange(8)
            case 1:
                del forged[place]
            case 2:
                forged.insert(place, chance.randrange(256))
            case 3:
                other = chance.randrange(len(forged))
                if forged[place] == forged[other]:
                    continue
                forged[place], forged[other] = forged[other], forged[place]
            case 4:
                # Replace the signature, leave the text.
                forged[80:208] = chance.randbytes(64).hex().encode()
            case _:
                # Sign with the attacker's key, but name the key of the house.
                text = bytes(forged[HEAD_BYTES:])
                own = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32))
                signature = own.sign(b"punto bundle 1\n" + text).hex().encode()
                forged[80:208] = signature
        yield bytes(forged)


def forged_and_accepted(data: bytes, key: str, tries: int, seed: int = secrets.randbits(32)) -> int:
    """The number of forgeries that the auditor accepts."""
    accepted = 0
    for forged, _ in zip(forgeries(data, seed), range(tries), strict=False):
        try:
            audit.verify(forged, key)
        except audit.BundleRejected:
            continue
        accepted += 1
    return accepted
