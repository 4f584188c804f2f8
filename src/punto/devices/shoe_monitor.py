"""Count the cards of a shoe and detect an order that a fair shuffle would not produce.

The monitor bets against chance. Before each card, a guess names some cards. The cards still to come
give the exact probability that a fair shoe brings one of them. A stake on the guess grows when the
guess is right and shrinks when it is wrong, at fair odds. Against a fair shoe, no betting strategy
makes the stake grow to A times its start with a probability of more than one in A.
"""

from collections import Counter, deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from punto.core.cards import CARDS_IN_A_DECK, RANK_LETTERS
from punto.core.notation import FACE_DOWN

ALARM_AT = 20_000.0
"""The stake that raises an alarm: at most one honest shoe in 20,000 reaches it."""

NEAR = 6
"""How far back the monitor looks for a neighbour of the next card; riffles leave it that near."""

MATCHED = 2
"""The number of cards that must repeat the last shoe before the monitor guesses from it."""

DEEPEST_MATCH = 8
FROM_THE_START = 0.5
"""The part of each stake that plays from the first card; the rest begins at later cards."""

OrderHypothesis = Callable[[Sequence[str]], Collection[str]]
"""Returns the cards that a bad order would bring next, given the cards so far."""


@dataclass(frozen=True, slots=True)
class MonitorAlert:
    """A finding about a shoe, and the number of the card that shows it."""

    number: int
    finding: str


class _Wager:
    """The stake on one guess: half plays from the start, and an equal part joins at each card."""

    def __init__(self, guess: OrderHypothesis, share_right: float, cards: int) -> None:
        self._guess, self._share_right = guess, share_right
        self._part = (1.0 - FROM_THE_START) / cards
        self._waiting = 1.0 - FROM_THE_START
        self._played = FROM_THE_START

    @property
    def stake(self) -> float:
        """The current stake; it began as 1."""
        return self._played + self._waiting

    def play(self, past: Sequence[str], text: str, left: Counter[str], cards_left: int) -> None:
        """Bet on the next card, at fair odds for the cards still to come."""
        self._played += self._part
        self._waiting = max(0.0, self._waiting - self._part)
        guessed = self._guess(past)
        chance = sum(left[guess] for guess in guessed) / cards_left
        if not 0 < chance < 1:
            return
        if text in guessed:
            self._played *= self._share_right / chance
        else:
            self._played *= (1.0 - self._share_right) / (1.0 - chance)


class ShoeMonitor:
    """A monitor of one shoe, which also compares it with the shoe before if that is known."""

    def __init__(self, decks: int, previous: Sequence[str] = ()) -> None:
        self._decks = decks
        self._left = Counter(dict.fromkeys(ALL_CARDS, decks))
        self._cards_left = CARDS_IN_A_DECK * decks
        self._past: deque[str] = deque(maxlen=max(NEAR, DEEPEST_MATCH))
        self._wagers = _wagers(self._cards_left, previous)
        self._is_flagged = False
        self.cards: list[str] = []
        """All cards of the shoe so far, in order; a question mark stands for an unread card."""

    def observe(self, text: str) -> tuple[MonitorAlert, ...]:
        """Add the next card, and return alerts; an unfair order is reported once per shoe."""
        self.cards.append(text)
        if text == FACE_DOWN:
            # An unread card may be any card still to come, so the probabilities stay the same.
            self._past.clear()
            return ()
        if self._left[text] == 0:
            return (MonitorAlert(len(self.cards), f"copy {self._decks + 1} of {text}"),)
        for wager in self._wagers:
            wager.play(tuple(self._past), text, self._left, self._cards_left)
        self._left[text] -= 1
        self._cards_left -= 1
        self._past.append(text)
        if self._is_flagged or self.stake < ALARM_AT:
            return ()
        self._is_flagged = True
        return (MonitorAlert(len(self.cards), "an order that a fair shuffle would not produce"),)

    @property
    def stake(self) -> float:
        """The mean of all stakes; it began as 1."""
        return sum(wager.stake for wager in self._wagers) / len(self._wagers)

    def missing(self) -> tuple[str, ...]:
        """The cards that are missing when the shoe is empty, once per missing copy."""
        return tuple(text for text in ALL_CARDS for _ in range(self._left[text]))


def _wagers(cards: int, previous: Sequence[str]) -> tuple[_Wager, ...]:
    """One wager for each known kind of unshuffled order."""
    wagers = [
        _Wager(_beside(1, 1), 0.85, cards),
        _Wager(_beside(-1, 1), 0.85, cards),
        _Wager(_beside(1, NEAR), 0.75, cards),
        _Wager(_beside(-1, NEAR), 0.75, cards),
    ]
    if previous:
        wagers.append(_Wager(_as_before(tuple(previous)), 0.9, cards))
    return tuple(wagers)


ALL_CARDS = tuple(f"{letter}{suit}" for suit in "shdc" for letter in RANK_LETTERS)


def _beside(step: int, back: int) -> OrderHypothesis:
    """Guess the neighbours of the last cards in the order of a new deck."""
    beside = {
        text: f"{RANK_LETTERS[at + step]}{text[1]}"
        for text in ALL_CARDS
        if 0 <= (at := RANK_LETTERS.index(text[0])) + step < len(RANK_LETTERS)
    }

    def guess(past: Sequence[str]) -> Collection[str]:
        return {beside[text] for text in past[-back:] if text in beside}

    return guess


def _as_before(previous: Sequence[str]) -> OrderHypothesis:
    """Guess the card that followed the longest repeated run of cards in the last shoe."""
    places: dict[str, list[int]] = {}
    for at, text in enumerate(previous):
        places.setdefault(text, []).append(at)

    def matched(past: Sequence[str], at: int) -> int:
        count = 0
        while count < len(past) and past[-1 - count] == previous[at - count]:
            count += 1
        return count

    def guess(past: Sequence[str]) -> Collection[str]:
        found = [(matched(past, at), -at) for at in places.get(past[-1], ())] if past else []
        longest, at = max(found, default=(0, 0))
        # A cut joins the end of the last shoe to its beginning.
        return {previous[(1 - at) % len(previous)]} if longest >= MATCHED else ()

    return guess
