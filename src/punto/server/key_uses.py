"""The uses of a key: what would be lost with a version of it, as far as that can be known."""

from pathlib import Path

from punto.core import money
from punto.journal.key_ring import Key, Secret, kind_of
from punto.journal.reader import JournalReader
from punto.journal.sealed import Sealed
from punto.ledger import accounts, vouchers
from punto.ledger.cage import Collected
from punto.ledger.staff import Staff, evolve
from punto.server import passwords, totp
from punto.server.business import CAGE, STAFF
from punto.server.sessions import drawn_number


def uses_of(data: Path, key: Key, version: int) -> list[str]:
    """What rests on a version of a key of a data folder, in words; empty where nothing does."""
    if kind_of(key.name) == "seal":
        sealed = Sealed(data / "sealed", key).resting_on(version)
        return [f"sealed orders: {len(sealed)}"] if sealed else []
    if kind_of(key.name) != "house" or not (data / "floor.db").exists():
        return []
    reader = JournalReader(data / "floor.db")
    try:
        found = [_vouchers(reader, key.versions[version]), *_people(reader, version)]
    finally:
        reader.close()
    return [each for each in found if each]


def _vouchers(reader: JournalReader, secret: Secret) -> str:
    held = {name: cents for name, cents in reader.balances().items() if cents}
    cents = [
        held[account]
        for kept in reader.read(CAGE)
        for event in kept.entry.events
        if isinstance(event, Collected)
        and (account := accounts.voucher(event.number)) in held
        and event.number
        == drawn_number(secret, kept.entry.id, is_demo=vouchers.is_demo(event.number))
    ]
    return f"vouchers out: {len(cents)}, worth {money.written(sum(cents))}" if cents else ""


def _people(reader: JournalReader, version: int) -> list[str]:
    staff = Staff()
    for kept in reader.read(STAFF):
        for event in kept.entry.events:
            staff = evolve(staff, event)  # type: ignore[arg-type]  # the stream has no others
    here = [each for each in staff.people.values() if not (each.is_demo or each.is_disabled)]
    own = [each for each in here if passwords.version_of(each.password) == version]
    factors = [each for each in here if each.factor and totp.version_of(each.factor) == version]
    return [
        f"{what}: {', '.join(sorted(each.name for each in of))}"
        for what, of in (("passwords of", own), ("second factors of", factors))
        if of
    ]
