"""Define the proofs and the unproved assumptions that the check of a bundle reports."""

from dataclasses import dataclass, field

from punto.audit.bundles.bundle import Bundle
from punto.messages.message import Message, Value


@dataclass(frozen=True, slots=True)
class Proof:
    """Something that the bundle proves, or an assumption that it cannot prove."""

    message: Message
    is_proved: bool = True


@dataclass(slots=True)
class Wager:
    """One stake of the round, the amount returned and the amount that the auditor expects."""

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
    """The contents of a bundle, its proofs and its settled wagers."""

    bundle: Bundle
    key: str
    proofs: list[Proof] = field(default_factory=list)
    wagers: list[Wager] = field(default_factory=list)
    cards: dict[int, str] = field(default_factory=dict)

    def prove(self, key: str, /, **values: Value) -> None:
        """Record a proof."""
        self.proofs.append(Proof(Message(key, values)))

    def add_assumption(self, key: str, /, **values: Value) -> None:
        """Record an assumption."""
        self.proofs.append(Proof(Message(key, values), is_proved=False))
