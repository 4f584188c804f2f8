"""Count the cards of a shoe and detect an order that a fair shuffle would not produce.

The monitor bets against chance. Before each card, a guess names some cards. The cards still to come
give the exact probability that a fair shoe brings one of them. A stake on the guess grows when the
guess is right and shrinks when it is wrong, at fair odds. Against a fair shoe, no betting strategy
makes the stake grow to A times its start with a probability of more than one in A.
"""

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from punto.core.cards import CARDS_IN_A_DECK, RANK_LETTERS
from punto.core.notation import FACE_DOWN

ALARM_AT = 20_000.0
"""How far stakes must have grown: an honest shoe alarms at most once in as many shoes."""

NEAR = 6
"""How many cards back the neighbour of a card is looked for; riffles leave it that near."""

MATCHED = 2
"""How many cards must have come as in the last shoe before the next is guessed from it."""

DEEPEST_MATCH = 8
FROM_THE_START = 0.5
"""The part of each stake that is played from the first card on; the rest waits for later ones."""

OrderHypothesis = Callable[[Sequence[str]], Collection[str]]
"""From the cards so far, the newest last, to those that a bad order would bring now."""


@dataclass(frozen=True, slots=True)
class MonitorAlert:
    """What the watch has found in a shoe, by which card."""

    number: int
    what: str


class _Wager:
    """Stakes on one guess, begun at every card of the shoe that there may be."""

    def __init__(self, guess: OrderHypothesis, share_right: float, cards: int) -> None:
        self._guess, self._share_right = guess, share_right
        self._each = (1.0 - FROM_THE_START) / cards
        self._waiting = 1.0 - FROM_THE_START
        self._played = FROM_THE_START

    @property
    def stake(self) -> float:
        """What the stake has become; it was 1."""
        return self._played + self._waiting

    def play(self, past: Sequence[str], text: str, left: Counter[str], cards_left: int) -> None:
        """Plays on the next card, at the odds that the cards still to come make fair."""
        self._played += self._each
        self._waiting = max(0.0, self._waiting - self._each)
        guessed = self._guess(past)
        chance = sum(left[each] for each in guessed) / cards_left
        if not 0 < chance < 1:
            return
        if text in guessed:
            self._played *= self._share_right / chance
        else:
            self._played *= (1.0 - self._share_right) / (1.0 - chance)


class ShoeMonitor:
    """Watches one shoe, with the order of the one before if that is known."""

    def __init__(self, decks: int, previous: Sequence[str] = ()) -> None:
        self._decks = decks
        self._left = Counter(dict.fromkeys(ALL_CARDS, decks))
        self._cards_left = CARDS_IN_A_DECK * decks
        self._past: deque[str] = deque(maxlen=max(NEAR, DEEPEST_MATCH))
        self._wagers = _wagers(self._cards_left, previous)
        self._is_flagged = False
        self.cards: list[str] = []
        """All that came, in order; what nothing read is a question mark."""

    def observe(self, text: str) -> tuple[MonitorAlert, ...]:
        """Takes the next card in; what it brings to light, each thing once."""
        self.cards.append(text)
        if text == FACE_DOWN:
            # It may be any card still to come, which changes no chance; only the chain is broken.
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
        return (MonitorAlert(len(self.cards), "an order that no shuffle leaves"),)

    def observe_all(self, cards: Iterable[str]) -> tuple[MonitorAlert, ...]:
        """Takes many cards in."""
        return tuple(found for text in cards for found in self.observe(text))

    @property
    def stake(self) -> float:
        """What all stakes together have become, of 1."""
        return sum(wager.stake for wager in self._wagers) / len(self._wagers)

    def missing(self) -> tuple[str, ...]:
        """The cards that have not come though the shoe is empty: fewer copies than its decks."""
        return tuple(text for text in ALL_CARDS for _ in range(self._left[text]))


def _wagers(cards: int, previous: Sequence[str]) -> tuple[_Wager, ...]:
    """One wager for each way in which a shoe was found unshuffled."""
    found = [
        _Wager(_beside(1, 1), 0.85, cards),
        _Wager(_beside(-1, 1), 0.85, cards),
        _Wager(_beside(1, NEAR), 0.75, cards),
        _Wager(_beside(-1, NEAR), 0.75, cards),
    ]
    if previous:
        found.append(_Wager(_as_before(tuple(previous)), 0.9, cards))
    return tuple(found)


ALL_CARDS = tuple(f"{letter}{suit}" for suit in "shdc" for letter in RANK_LETTERS)


def _beside(step: int, back: int) -> OrderHypothesis:
    """Guesses the neighbour, in a new deck's order, of each of the last cards."""
    beside = {
        text: f"{RANK_LETTERS[at + step]}{text[1]}"
        for text in ALL_CARDS
        if 0 <= (at := RANK_LETTERS.index(text[0])) + step < len(RANK_LETTERS)
    }

    def guess(past: Sequence[str]) -> Collection[str]:
        return {beside[text] for text in past[-back:] if text in beside}

    return guess


def _as_before(previous: Sequence[str]) -> OrderHypothesis:
    """Guesses what followed, in the last shoe, the longest stretch that has come again."""
    places: dict[str, list[int]] = {}
    for at, text in enumerate(previous):
        places.setdefault(text, []).append(at)

    def matched(past: Sequence[str], at: int) -> int:
        many = 0
        while many < len(past) and past[-1 - many] == previous[at - many]:
            many += 1
        return many

    def guess(past: Sequence[str]) -> Collection[str]:
        found = [(matched(past, at), -at) for at in places.get(past[-1], ())] if past else []
        longest, at = max(found, default=(0, 0))
        # A cut joins the end of the last shoe to its beginning.
        return {previous[(1 - at) % len(previous)]} if longest >= MATCHED else ()

    return guess
