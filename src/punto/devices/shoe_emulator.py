"""Emulate a card-reading shoe with scripted faults, and a dealer who draws from it."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from punto.core.cards import card
from punto.core.facts import Winner, point_value
from punto.core.sides import Side
from punto.core.tableau import DealOrder, Tableau, ending, lay_out, next_side
from punto.devices.fault_script import InjectedFault, ScriptedFault, sides
from punto.devices.frames import (
    KEY_BYTES,
    SESSION_BYTES,
    Direction,
    Frame,
    FrameReader,
    LineKeys,
    encode_frame,
)
from punto.devices.shoe_events import (
    CARDS_BEHIND,
    LAMP,
    RESEND,
    RETRANSMISSION,
    CardRead,
    CardsReturned,
    CardsTurnedUp,
    ErrorCancelled,
    ErrorCode,
    ErrorRaised,
    GameStarted,
    Lamp,
    LockChanged,
    PresetChanged,
    ShoeEvent,
    ShoeReady,
    Verdict,
    encode,
)

_REVERSE = {
    InjectedFault.REVERSE_EXIT: ErrorCode.REVERSE_AT_EXIT,
    InjectedFault.REVERSE_WAY: ErrorCode.REVERSE_ON_THE_WAY,
}
_LINE_FAULTS = frozenset(
    {
        InjectedFault.LOST,
        InjectedFault.DOUBLED,
        InjectedFault.GARBLED,
        InjectedFault.SPOOFED,
        InjectedFault.REPLAYED,
        InjectedFault.OTHERWISE,
    }
)


class ShoeEmulator:
    """A shoe with cards in a given order; each method returns the bytes that the device sends."""

    def __init__(
        self,
        link: LineKeys,
        cards: Iterable[str],
        order: DealOrder,
        decks: int = 8,
        faults: Sequence[ScriptedFault] = (),
    ) -> None:
        self._link, self._order, self._decks = link, order, decks
        self._cards = list(cards)
        self._faults = list(faults)
        self._sent: list[tuple[str, bytes]] = []
        self._reported: dict[int, ShoeEvent] = {}
        """The events sent for cards, by the number of the first card in each."""

        self._errors: list[ErrorCode] = []
        self._requests = FrameReader(link, Direction.FROM_HOST)
        self._round: list[str] | None = None
        self._left_over: list[str] = []
        self._is_verdict_wrong = False
        self.is_locked = False
        self.cards_out = 0
        self.lamp = Lamp.OFF
        """The lamp that the host has requested."""

    def inject(self, faults: Iterable[ScriptedFault]) -> None:
        """Add scripted faults, from the next card on."""
        self._faults += faults

    def load(self, cards: Iterable[str]) -> bytes:
        """Load another shoe after the last game."""
        self._cards, self.cards_out = list(cards), 0
        self._reported, self._round, self._left_over = {}, None, []
        return self._send(ShoeReady(0))

    def stand_by(self) -> bytes:
        """Report the preset and the number of cards out, as at the start or after a reset."""
        preset = PresetChanged(self._decks, self._order.initial)
        return self._send(preset) + self._send(ShoeReady(self.cards_out))

    def begin(self) -> bytes:
        """Begin a game; cards left over from the last game come first."""
        self._round, self._left_over = self._left_over, []
        return self._send(GameStarted())

    def draw(self) -> bytes:
        """Draw the next card; an empty shoe raises a time-out."""
        if self.cards_out == len(self._cards):
            return self._raise(ErrorCode.TIME_OUT)
        number = self.cards_out + 1
        due = [fault for fault in self._faults if fault.number == number]
        self._faults = [fault for fault in self._faults if fault.number != number]
        return self._before(due) + self._card(due) + self._after(due)

    def burn(self, unseen: int = 0) -> bytes:
        """Draw the first card of a shoe, and burn `unseen` cards."""
        frames = b"".join(self.draw() for _ in range(1 + unseen))
        self._left_over = []
        return frames

    def finish(self) -> bytes:
        """Turn up the cards, send the device's verdict and get ready for the next round."""
        assert self._round is not None, "a game has begun"
        turned_up = b"".join(self._send(CardsTurnedUp(side)) for side in Side)
        verdict = self._send(self._verdict())
        self._left_over = self._round[self._tableau().cards_drawn :]
        self._round = None
        return turned_up + verdict + self._send(ShoeReady(self.cards_out))

    def clear(self) -> bytes:
        """Clear the errors at the device, as staff would."""
        cleared = b"".join(self._send(ErrorCancelled(code)) for code in self._errors)
        self._errors = []
        return cleared

    def unlock(self) -> bytes:
        """Unlock the device, as staff would."""
        return self._turn(is_locked=False)

    def receive(self, data: bytes) -> bytes:
        """Answer the host's requests; ignore frames that are not from the host."""
        answer = b""
        for request in self._requests.feed(data):
            if isinstance(request, Frame) and request.letter == RESEND:
                answer += self._again(max(1, request.counter))
            elif isinstance(request, Frame) and request.letter == CARDS_BEHIND:
                known = int.from_bytes(request.body, "big")
                behind = [event for number, event in self._reported.items() if number > known]
                answer += b"".join(self._send(event) for event in behind)
            elif isinstance(request, Frame) and request.letter == LAMP:
                # This device ignores lamp codes that it does not have.
                with suppress(IndexError, ValueError):
                    self.lamp = Lamp(request.body[0])
        return answer

    def connect(self, link: LineKeys) -> bytes:
        """Begin a new connection, with a fresh session whose frame numbers start at one.

        The device repeats a lock and uncleared errors, because the new host may not have received
        them. They name no card, because their effect on the cards is complete.
        """
        self._link, self._sent = link, []
        self._requests, self.lamp = FrameReader(link, Direction.FROM_HOST), Lamp.OFF
        frames = self.stand_by()
        if self.is_locked:
            frames += self._turn(is_locked=True)
        return frames + b"".join(self._send(ErrorRaised(code)) for code in self._errors)

    def _again(self, first: int) -> bytes:
        frames = b""
        for counter in range(first, len(self._sent) + 1):
            letter, body = self._sent[counter - 1]
            again = letter.encode("ascii") + body
            frames += encode_frame(
                Frame(self._link.device, counter, RETRANSMISSION, again), self._link
            )
        return frames

    @property
    def is_in_game(self) -> bool:
        """Whether the device is in a game."""
        return self._round is not None

    @property
    def is_over(self) -> bool:
        """Whether the game needs no further card, as the device reads its cards."""
        return self._round is not None and next_side(self._tableau()) is None

    def _tableau(self) -> Tableau:
        tableau, _ = lay_out(self._order, map(card, self._round or ()))
        return tableau

    def _before(self, due: Sequence[ScriptedFault]) -> bytes:
        frames = b""
        for injected in due:
            if injected.fault is InjectedFault.TIME_OUT:
                frames += self._raise(ErrorCode.TIME_OUT)
            elif injected.fault is InjectedFault.PRESET:
                decks, order = injected.words
                frames += self._send(PresetChanged(int(decks), sides(order)))
            elif injected.fault is InjectedFault.LOCK:
                frames += self._turn(is_locked=True)
        return frames

    def _card(self, due: Sequence[ScriptedFault]) -> bytes:
        """The frames of the next card, or of the fault that replaces it."""
        kinds = {injected.fault: injected for injected in due}
        number, in_game = self.cards_out + 1, self._round is not None and not self.is_over
        side = next_side(self._tableau()) if in_game else None
        if InjectedFault.SEVERAL in kinds:
            count, order = kinds[InjectedFault.SEVERAL].words
            cards = tuple(self._out(None) for _ in range(int(count)) if self._has_cards)
            return self._raise(ErrorCode.OVERDRAW, number, cards, order == "known")
        if InjectedFault.UNREAD in kinds:
            self._out(None)
            return self._raise(ErrorCode.CANNOT_READ, number)
        misread = kinds.get(InjectedFault.MISREAD)
        text = self._out(misread.words[0] if misread else None)
        if InjectedFault.WRONG_SIDE in kinds and side is not None:
            side = Side.PLAYER if side is Side.BANKER else Side.BANKER
        event = CardRead(number, text, side, in_game)
        self._reported[number] = event
        return self._over_line(event, [fault for fault in due if fault.fault in _LINE_FAULTS])

    def _after(self, due: Sequence[ScriptedFault]) -> bytes:
        frames = b""
        for injected in due:
            match injected.fault:
                case InjectedFault.BUTTON:
                    frames += self._raise(ErrorCode.BUTTON_MISHANDLED, self.cards_out)
                case InjectedFault.CARD_CODE:
                    frames += self._raise(ErrorCode.CARD_CODE, self.cards_out)
                case InjectedFault.REVERSE_EXIT | InjectedFault.REVERSE_WAY:
                    known = injected.words[0] == "known"
                    frames += self._raise(_REVERSE[injected.fault], self.cards_out, (), known)
                case InjectedFault.WRONG_VERDICT:
                    self._is_verdict_wrong = True
                case InjectedFault.REVOKE:
                    frames += self._revoke(*injected.words)
                case InjectedFault.RESET:
                    frames += self._send(ShoeReady(0))
                case _:
                    pass
        return frames

    def _over_line(self, event: CardRead, due: Sequence[ScriptedFault]) -> bytes:
        """The frames of a card after faults or an attacker on the line."""
        frames = self._send(event)
        counter = len(self._sent)
        for injected in due:
            match injected.fault:
                case InjectedFault.LOST:
                    frames = b""
                case InjectedFault.DOUBLED:
                    frames += frames
                case InjectedFault.GARBLED:
                    # A frame that is lost as well has no byte to change.
                    changed = bytes(byte ^ 1 for byte in frames[10:11])
                    frames = frames[:10] + changed + frames[11:]
                case InjectedFault.SPOOFED:
                    stranger = LineKeys(self._link.device, bytes(KEY_BYTES), self._link.session)
                    frames = self._false(event, injected, counter, stranger) + frames
                case InjectedFault.REPLAYED:
                    earlier = LineKeys(self._link.device, self._link.key, bytes(SESSION_BYTES))
                    frames += encode_frame(
                        Frame(earlier.device, counter + 1, *encode(event)), earlier
                    )
                case _:
                    frames += self._false(event, injected, counter, self._link)
        return frames

    def _false(self, event: CardRead, fault: ScriptedFault, counter: int, link: LineKeys) -> bytes:
        other = CardRead(event.number, fault.words[0], event.side, event.in_game)
        return encode_frame(Frame(link.device, counter, *encode(other)), link)

    @property
    def _has_cards(self) -> bool:
        return self.cards_out < len(self._cards)

    def _out(self, misread: str | None) -> str:
        """Let a card leave the device, and return the card as the device reads it."""
        text = misread or self._cards[self.cards_out]
        self.cards_out += 1
        if self._round is None:
            self._left_over.append(text)
        else:
            self._round.append(text)
        return text

    def _revoke(self, maximum: str, how: str) -> bytes:
        """Return the last cards into the shoe; if swapped, the first two change places."""
        count = min(int(maximum), self.cards_out)
        first = self.cards_out - count + 1
        self._reported = {
            number: event for number, event in self._reported.items() if number < first
        }
        self.cards_out -= count
        dealt = self._left_over if self._round is None else self._round
        del dealt[max(0, len(dealt) - count) :]
        if how == "swapped":
            at = self.cards_out
            self._cards[at], self._cards[at + 1] = self._cards[at + 1], self._cards[at]
        return self._send(CardsReturned(first, count))

    def _verdict(self) -> Verdict:
        found = ending(self._tableau())
        if self._is_verdict_wrong:
            self._is_verdict_wrong = False
            return Verdict(Winner.NEITHER, found.banker_total, found.player_total + 1)
        return Verdict(Winner(found.winner), found.player_total, found.banker_total)

    def _raise(
        self, code: ErrorCode, number: int = 0, cards: tuple[str, ...] = (), known: bool = True
    ) -> bytes:
        self._errors.append(code)
        event = ErrorRaised(code, number, cards, known)
        if number:
            self._reported.setdefault(number, event)
        return self._send(event)

    def _turn(self, *, is_locked: bool) -> bytes:
        self.is_locked = is_locked
        return self._send(LockChanged(is_locked))

    def _send(self, event: ShoeEvent) -> bytes:
        self._sent.append(encode(event))
        frame = Frame(self._link.device, len(self._sent), *self._sent[-1])
        return encode_frame(frame, self._link)


BURNED_FOR_A_TEN = 10


class EmulatedDealer:
    """A dealer who draws, burns, clears errors and changes shoes as the lamp requests."""

    def __init__(self, shoe: ShoeEmulator, fresh: Callable[[], Sequence[str]]) -> None:
        self.shoe, self._fresh = shoe, fresh
        self._cards = list(fresh())
        shoe.load(self._cards)

    def act(self) -> bytes:
        """Do the next due action, and return the bytes that the device then sends."""
        shoe = self.shoe
        if cleared := shoe.clear() + (shoe.unlock() if shoe.is_locked else b""):
            return cleared
        match shoe.lamp:
            case Lamp.CARD if not shoe.is_in_game:
                return shoe.begin()
            case Lamp.CARD:
                # The dealer draws one card each time the lamp is lit.
                shoe.lamp = Lamp.OFF
                return shoe.draw()
            case Lamp.BURN:
                shoe.lamp = Lamp.OFF
                return shoe.burn(point_value(card(self._cards[0]).rank) or BURNED_FOR_A_TEN)
            case Lamp.SHOE if shoe.cards_out:
                self._cards = list(self._fresh())
                return shoe.load(self._cards)
            case Lamp.OFF if shoe.is_in_game and shoe.is_over:
                return shoe.finish()
            case _:
                return b""
