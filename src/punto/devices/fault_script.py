"""Parse fault scripts, which list faults of an emulated shoe and the cards they occur at."""

from dataclasses import dataclass
from enum import StrEnum

from punto.core.cards import card
from punto.core.sides import Side


class InjectedFault(StrEnum):
    """A fault that an emulated shoe can produce."""

    # Faults of the device
    UNREAD = "unread"
    MISREAD = "misread"
    SEVERAL = "together"
    BUTTON = "button"
    REVERSE_EXIT = "reverse-exit"
    REVERSE_WAY = "reverse-way"
    CARD_CODE = "card-code"
    TIME_OUT = "time-out"
    LOCK = "lock"
    PRESET = "preset"
    WRONG_SIDE = "wrong-side"
    WRONG_VERDICT = "wrong-verdict"
    REVOKE = "revoke"
    RESET = "reset"

    # Faults of the line
    LOST = "lost"
    DOUBLED = "doubled"
    GARBLED = "garbled"
    SPOOFED = "spoofed"
    REPLAYED = "replayed"
    OTHERWISE = "otherwise"


_ORDER = ("known", "unknown")
_WORDS = {
    InjectedFault.MISREAD: "a card",
    InjectedFault.SPOOFED: "a card",
    InjectedFault.OTHERWISE: "a card",
    InjectedFault.SEVERAL: "how many cards, and known or unknown for their order",
    InjectedFault.REVERSE_EXIT: "known or unknown for the order",
    InjectedFault.REVERSE_WAY: "known or unknown for the order",
    InjectedFault.PRESET: "decks, and the order of dealing as in PBPB",
    InjectedFault.REVOKE: "how many cards, and same or swapped",
}


@dataclass(frozen=True, slots=True)
class ScriptedFault:
    """One fault, the number of the card at which it occurs, and its further words."""

    number: int
    fault: InjectedFault
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.number < 1 or not _is_complete(self.fault, self.words):
            expected = _WORDS.get(self.fault, "nothing more")
            stated = " ".join((str(self.number), self.fault, *self.words))
            raise ValueError(f"{stated!r}: expected a card's number, {self.fault} and {expected}")


def script(text: str) -> tuple[ScriptedFault, ...]:
    """Parse faults, one per line or separated by semicolons, as in `9 together 2 unknown`."""
    found = []
    for line in text.replace(";", "\n").splitlines():
        words = line.partition("#")[0].split()
        if words:
            found.append(_injection(line.strip(), words))
    return tuple(found)


def sides(text: str) -> tuple[Side, ...]:
    """Parse an order of dealing; P stands for the Player hand and B for the Banker hand."""
    letters = {"P": Side.PLAYER, "B": Side.BANKER}
    if not text or not set(text) <= set(letters):
        raise ValueError(
            f"{text!r} is not an order of dealing; expected letters P and B, as in PBPB"
        )
    return tuple(letters[letter] for letter in text)


def _injection(line: str, words: list[str]) -> ScriptedFault:
    known = ", ".join(InjectedFault)
    if len(words) < 2 or not words[0].isascii() or not words[0].isdigit():
        raise ValueError(f"{line!r} is not a fault; expected a card's number and one of {known}")
    try:
        fault = InjectedFault(words[1])
    except ValueError:
        raise ValueError(f"{words[1]!r} is not a fault; expected one of {known}") from None
    return ScriptedFault(int(words[0]), fault, tuple(words[2:]))


def _is_complete(fault: InjectedFault, words: tuple[str, ...]) -> bool:
    try:
        match fault, words:
            case (
                (InjectedFault.MISREAD | InjectedFault.SPOOFED | InjectedFault.OTHERWISE),
                (text,),
            ):
                return bool(card(text))
            case InjectedFault.SEVERAL, (many, order):
                return 2 <= int(many) <= 6 and order in _ORDER
            case ((InjectedFault.REVERSE_EXIT | InjectedFault.REVERSE_WAY), (order,)):
                return order in _ORDER
            case InjectedFault.PRESET, (decks, order):
                return 1 <= int(decks) <= 255 and 0 < len(sides(order)) <= 6
            case InjectedFault.REVOKE, (many, how):
                return int(many) > 0 and how in ("same", "swapped")
            case _:
                return fault not in _WORDS and not words
    except ValueError:
        return False
