"""Record the cards of a shoe in draw order, and compare them with the committed order."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable

from punto.audit.events.table import ShoeEnded, ShoeLoaded
from punto.audit.findings import Check, Findings, names
from punto.audit.rules.deal import DECK, NAMES, quoted_unless_known

UNSEEN = "?"
CARDS_IN_A_DECK = 52


class Shoe:
    """The cards of a shoe that are known so far."""

    def __init__(self, event: ShoeLoaded, findings: Findings) -> None:
        self.key, self.decks, self.commitment = event.shoe, event.decks, event.commitment
        self.cards_out = 0
        self.is_burned = False
        self.last_to_burn = 1
        """The number of the last card to burn, once the first card is known."""

        self.left_over: dict[int, str] = {}
        self.rounds_left: int | None = None
        """The number of rounds that may still begin; None until the cutting card is out."""

        self.replace_by = ""
        """The clause or policy that requires new cards before the next round."""

        self.just_overcounted = ""
        """The first card that the current entry brought once too often."""

        self._read: dict[int, str] = {}
        self._loose: list[set[int]] = []
        """The numbers of cards that were drawn together, in groups whose order is unknown."""

        self._copies: Counter[str] = Counter()
        self._findings = findings

    def add_card(self, copies: Counter[str]) -> None:
        """Set how often each card came out before."""
        self._copies = Counter(copies)

    @property
    def next_number(self) -> int:
        """The number of the next card to play; cards left over come first."""
        return next(iter(self.left_over), self.cards_out + 1)

    def draw(self, number: int, text: str) -> str:
        """Draw the next card for a hand, and return its name."""
        due = next(iter(self.left_over), number)
        if number != due:
            self._wrong_number(number, due)
            del self.left_over[due]
        name = self.left_over.pop(number, None)
        if name is None:
            return self.draw_cards(number, text)
        self._findings.compare_card(Check.CARD, number, quoted_unless_known(text), name)
        return name

    def leave_over(self, number: int, text: str) -> None:
        """Record a card that no rule called for."""
        if number not in self.left_over:
            self.left_over[number] = self.draw_cards(number, text)
        else:
            name = quoted_unless_known(text)
            self._findings.compare_card(Check.CARD, number, name, self.left_over[number])

    def burn(self, number: int, text: str) -> None:
        """Record a card that was removed without being played."""
        self.is_burned = True
        self.draw_cards(number, text)

    def lie_loose(self, numbers: Collection[int]) -> None:
        """Record that the order of these cards is unknown."""
        self._loose.append(set(numbers))

    def settle(self, cards: Iterable[tuple[int, str]]) -> None:
        """Record which card has which number, after a ruling or corrected facts."""
        ruled = dict(cards)
        self._read.update(ruled)
        self._loose = [each for each in self._loose if not each & ruled.keys()]

    @property
    def is_overcounted(self) -> bool:
        """Whether a card came out more often than the decks contain it."""
        return any(many > self.decks for many in self._copies.values())

    def cutting_card_place(self, cards_behind_cut: int) -> int:
        """The number of the card before which a virtual shoe's cutting card comes out."""
        return CARDS_IN_A_DECK * self.decks - cards_behind_cut + 1

    def end(self, event: ShoeEnded) -> bool:
        """Compare the shoe with its committed order; return whether that order was revealed."""
        self._findings.compare(Check.SHOE, "shoe", event.shoe, self.key)
        if not self.commitment or not event.order:
            if event.order or event.salt:
                self._findings.add_finding(
                    Check.COMMITMENT, "finding.order-uncommitted", shoe=self.key
                )
            return False
        found = commitment_of(event.salt, event.order)
        self._findings.compare(Check.COMMITMENT, "commitment", found, self.commitment)
        order = event.order
        self._compare([order[at : at + 2] for at in range(0, len(order), 2)])
        return True

    def _compare(self, order: list[str]) -> None:
        copies = Counter(order)
        odd = sorted(
            name for name in copies.keys() | DECK if copies[name] != self.decks or name not in DECK
        )
        if odd:
            self._findings.add_finding(
                Check.COMMITMENT,
                "finding.order-of-decks",
                times=copies[odd[0]],
                card=odd[0],
                decks=self.decks,
            )
        promised = dict(enumerate(order, start=1))
        loose = {number for each in self._loose for number in each}
        for number, name in self._read.items():
            if number not in loose:
                due = promised.get(number, "")
                self._findings.compare_card(Check.COMMITMENT, number, name, due)
        for each in self._loose:
            found = sorted(self._read.get(number, UNSEEN) for number in each)
            due_to_them = sorted(promised.get(number, "") for number in each)
            if found != due_to_them:
                self._findings.add_finding(
                    Check.COMMITMENT,
                    "finding.cards-of-numbers",
                    numbers=names(map(str, sorted(each))),
                    cards=names(found),
                    expected=names(due_to_them),
                )

    def draw_cards(self, number: int, text: str) -> str:
        """Draw the next card; return its name, or a question mark if it was not read."""
        self._count_on(number)
        return UNSEEN if text == UNSEEN else self.identify(number, text)

    def identify(self, number: int, text: str) -> str:
        """Record the name of a drawn card and count it."""
        name = NAMES.get(text, "")
        if not name:
            self._findings.add_finding(Check.CARD, "finding.not-a-card", card=number, text=text)
            return ""
        self._read[number] = name
        was_sound = not self.is_overcounted
        self._copies[name] += 1
        if self._copies[name] > self.decks and was_sound:
            self.just_overcounted = name
        return name

    def _count_on(self, number: int) -> None:
        if number != self.cards_out + 1:
            self._wrong_number(number, self.cards_out + 1)
        self.cards_out = max(number, self.cards_out)

    def _wrong_number(self, number: int, due: int) -> None:
        self._findings.add_finding(
            Check.CARD, "finding.number", field="card-number", number=number, expected=due
        )


def commitment_of(salt: str, order: str) -> str:
    """The commitment that an order and its salt produce, empty if the salt is not hexadecimal."""
    try:
        return hashlib.sha256(bytes.fromhex(salt) + order.encode()).hexdigest()
    except ValueError:
        return ""
