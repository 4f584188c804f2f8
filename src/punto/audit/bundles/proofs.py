"""Define the proofs and the unproved assumptions that the check of a bundle reports."""

from dataclasses import dataclass, field

from punto.audit.bundles.bundle import Bundle


@dataclass(frozen=True, slots=True)
class Proof:
    """Something that was proved, or that is only given and named as such."""

    key: str
    values: tuple[str, ...] = ()
    is_proved: bool = True

    def __str__(self) -> str:
        return PROOFS[self.key].format(*self.values)


PROOFS = {
    "signature": "every byte is as it was signed by key {0}",
    "key-given": "that this is the key of the house: compare it with the one it has published",
    "checkpoints": "{0} checkpoints are signed by the same key, the last of {1}",
    "chain": "{0} entries of {1}, from {2} to {3}, chain to the head of checkpoint {4}",
    "rulebook": "round {0} is played by {1}; its text has the digest that the round names",
    "paytable": "the text pays what the auditor's own paytable of {0} pays",
    "settings": "the limits and wagers on offer have the digest that round {0} names",
    "conduct": "every step of round {0} follows from the one before, asked for by those who may",
    "cards": "round {0} was dealt as the Table of Play has it: {1}",
    "settled": "each of {0} wagers is settled by its line: {1} staked, {2} returned",
    "void": "round {0} is void and every stake is back: {1}",
    "transfers": "{0} transfers move just what the entries say, and nothing is left at stake",
    "promised": "the order of shoe {0} was promised before the first bet of the round",
    "shown": "order and salt, shown later, make that promise; cards {0} to {1} are the round's",
    "not-shown": "that the cards are those promised: the order of the shoe is not shown yet",
    "no-promise": "where the cards came from: the shoe was dealt by hand and promised nothing",
    "receipts": "{0} receipts name sets that were accepted, with their entry and their stakes",
    "screens": "{0} pictures of {1} screens show the cards that were face up, and own stakes only",
    "given-table": "who sat where, and the cards out of the shoe, when round {0} began",
}


@dataclass(slots=True)
class Wager:
    """One stake of the round, what came back and what the auditor makes of it."""

    round: int
    seat: int
    visit: str
    wager: str
    cents: int
    line: int
    returned_cents: int
    expected_cents: int


@dataclass(slots=True)
class VerifiedBundle:
    """What a bundle shows."""

    bundle: Bundle
    key: str
    proofs: list[Proof] = field(default_factory=list)
    wagers: list[Wager] = field(default_factory=list)
    cards: dict[int, str] = field(default_factory=dict)

    def prove(self, key: str, *values: object) -> None:
        """Takes down that something was proved."""
        self.proofs.append(Proof(key, tuple(map(str, values))))

    def add_assumption(self, key: str, *values: object) -> None:
        """Takes down what is only given."""
        self.proofs.append(Proof(key, tuple(map(str, values)), is_proved=False))
