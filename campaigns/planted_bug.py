"""Define a planted bug, the threat that it represents, and the tests that should find it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bug:
    """One change of one file, the threat that it represents, and the tests that should find it."""

    name: str
    stands_for: str
    file: str
    """The file under `src/punto`."""

    old: str
    new: str
    tests: tuple[str, ...]
    """The files under `tests`, the most likely first. A slow file is replaced by the test
    itself."""


THREATS = {
    1: "past-posting by a patron",
    2: "past-posting with the dealer",
    3: "race of close, bet, cash-out, disconnect",
    4: "replayed or doubled request",
    5: "double cash-out",
    6: "voucher forged or copied",
    7: "rounding and integer abuse",
    8: "limits and differential gamed",
    9: "dealer enters, skips or re-scans a card",
    10: "tampered, unshuffled or stacked shoe",
    11: "device spoofed or card message doubled",
    12: "selective void",
    13: "insider edits balances or journal",
    14: "insider in the random source",
    15: "prediction from outputs",
    16: "stolen token, swapped terminal",
    17: "dealer or pit console misused",
    18: "flood, slow reader, compression bomb",
    19: "malformed messages",
    20: "crash between debit and bet",
    21: "two servers on one table",
    22: "clock steps",
    23: "disk full",
    24: "database locked, slow or gone",
    25: "torn write, bit rot",
    26: "old backup restored",
    27: "rulebook or pay data changed",
    28: "the tests themselves are blind",
}
"""The rows of the threat model, by number."""

WAGERING = "table/decide/play/test_wagering.py"
DEALING = "table/decide/play/test_dealing.py"
REPORTING = "table/decide/irregularities/reports"
OWNER = "floor/streams/test_owner.py"
JOURNAL = ("journal/test_protocol.py", "journal/stores/test_sqlite.py")
TIGER_LIVE = "documents/mbs_tiger_no_commission_2022"
ELECTRONIC = "documents/mbs_electronic_2021"
AUDIT = ("audit/test_plants.py",)


def row(number: int) -> str:
    """The name of a row of the threat model."""
    return f"threat {number}: {THREATS[number]}"
