"""List the data that would be lost with a key version, as far as Punto can find it."""

from pathlib import Path

from punto.core import money
from punto.floor.access import passwords, second_factor
from punto.floor.streams.aggregates import CAGE, STAFF, staff_aggregate
from punto.floor.streams.owner import read_stream
from punto.floor.terminals.vouchers import voucher_number
from punto.house.staff.state import Staff
from punto.journal.keys import Key, KeyVersion, SealedStore, key_kind
from punto.journal.reader import JournalReader
from punto.ledger import accounts, vouchers
from punto.ledger.cage import CreditCollected


def uses_of(data: Path, key: Key, version: int) -> list[str]:
    """The data that needs a version of a key of a data folder; empty if there is none."""
    if key_kind(key.name) == "seal":
        sealed = SealedStore(data / "sealed", key).sealed_under(version)
        return [f"sealed orders: {len(sealed)}"] if sealed else []
    if key_kind(key.name) != "house" or not (data / "floor.db").exists():
        return []
    reader = JournalReader(data / "floor.db")
    try:
        staff, _, _ = read_stream(reader, STAFF, staff_aggregate())
        people = people_by_version(staff).get(version, [])
        found = [_vouchers(reader, key.versions[version]), *people]
    finally:
        reader.close()
    return [each for each in found if each]


def _vouchers(reader: JournalReader, secret: KeyVersion) -> str:
    held = {name: cents for name, cents in reader.balances().items() if cents}
    cents = [
        held[account]
        for stored in reader.read(CAGE)
        for event in stored.entry.events
        if isinstance(event, CreditCollected)
        and (account := accounts.voucher(event.number)) in held
        and event.number
        == voucher_number(secret, stored.entry.id, is_demo=vouchers.is_demo(event.number))
    ]
    return f"vouchers out: {len(cents)}, worth {money.format_cents(sum(cents))}" if cents else ""


def people_by_version(staff: Staff) -> dict[int, list[str]]:
    """By version of the house's key, the people whose passwords or second factors need it."""
    owners: dict[tuple[int, str], list[str]] = {}
    for person in staff.people.values():
        if person.is_demo or person.is_disabled:
            continue
        versions = {"passwords of": passwords.version_of(person.password)}
        if person.factor:
            versions["second factors of"] = second_factor.version_of(person.factor)
        for what, version in versions.items():
            owners.setdefault((version, what), []).append(person.name)
    found: dict[int, list[str]] = {}
    for (version, what), names in sorted(owners.items()):
        found.setdefault(version, []).append(f"{what}: {', '.join(sorted(names))}")
    return found
