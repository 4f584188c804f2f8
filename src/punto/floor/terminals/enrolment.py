"""Enrolment gives a terminal its key, checks that key later and records the terminal's calls.

The journal holds only a digest of each key.
"""

import hashlib
import hmac
import secrets

from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.owner import CommandAnswer, CommandRequest
from punto.floor.wire import terminal as wire
from punto.house.terminals import CallAttendant, CallReason, EnrolTerminal, TerminalEnrolled
from punto.table.actors import HOUSE_CAGE, Actor, ActorKind
from punto.table.refusals import Refusal

KEY_BYTES = 32


class Enrolment:
    """The terminals of a floor, their keys and their calls."""

    def __init__(self, terminals: CommandQueue) -> None:
        self._terminals = terminals

    async def enrol(self) -> tuple[str, str] | Refusal:
        """Enrol a new terminal; return its name and its key, of which only a digest is stored."""
        key = secrets.token_hex(KEY_BYTES)
        request = CommandRequest(secrets.token_hex(16), HOUSE_CAGE, EnrolTerminal(_digest(key)))
        answer = await self._terminals.submit(request)
        if isinstance(answer, Refusal):
            return answer
        (paired,) = [event for event in answer.events if isinstance(event, TerminalEnrolled)]
        return paired.terminal, key

    def is_enrolled_key(self, terminal: str, key: str) -> bool:
        """Whether a key is the one of a terminal."""
        known = self._terminals.owner.state.keys.get(terminal, "")
        return hmac.compare_digest(known, _digest(key))

    def is_enrolled(self, terminal: str) -> bool:
        """Whether there is such a terminal."""
        return terminal in self._terminals.owner.state.keys

    @property
    def enrolled_count(self) -> int:
        """The number of enrolled terminals."""
        return len(self._terminals.owner.state.keys)

    # Calls

    async def call(self, message: wire.CallAttendant, terminal: str) -> CommandAnswer:
        """Call an attendant to a terminal."""
        command = CallAttendant(terminal, message.table, message.reason, message.round)  # type: ignore[arg-type]
        return await self._terminals.submit(terminal_request(terminal, message.id, command))

    async def call_pit(self, table: str, by: Actor, id_: str, words: str) -> CommandAnswer:
        """Call a pit supervisor to a dealer's table."""
        command = CallAttendant(by.name, table, CallReason.PIT, None, words)
        return await self._terminals.submit(CommandRequest(f"{by.name}/{id_}", by, command))


def terminal_request(terminal: str, id_: str, command: object) -> CommandRequest:
    """A patron's command, under an id that begins with the name of the terminal."""
    # With the name, an id that another terminal has used cannot return that terminal's answer.
    return CommandRequest(f"{terminal}/{id_}", Actor(ActorKind.PATRON, terminal), command)


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode(errors="surrogatepass")).hexdigest()
