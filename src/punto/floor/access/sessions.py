"""Store the sessions of staff by digests of their tokens, and end those that expire."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

TOKEN_BYTES = 32
IDLE_SECONDS = 30 * 60
MAX_SECONDS = 12 * 60 * 60
MAX_SESSIONS = 8
"""The sessions of one person. A further sign-in ends the oldest session."""


@dataclass(eq=False, slots=True)
class StaffSession:
    """The session of a person in one browser."""

    name: str
    digest: str
    since: str
    address: str
    """The address of the sign-in. A token from another address is stolen."""

    began: float
    used: float
    ends: set[Callable[[str], None]] = field(default_factory=set)
    """The functions to call with a code when the session ends."""

    @property
    def short_id(self) -> str:
        """A short name of the session for its owner. It gives no access."""
        return self.digest[:12]


class StaffSessions:
    """All sessions, in memory: a restart of the floor signs every person out."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._by_digest: dict[str, StaffSession] = {}
        self._ended: dict[str, str] = {}
        """The people whose last session has ended since the last call, with the reason."""

    def begin(self, name: str, since: str, address: str = "") -> tuple[str, StaffSession]:
        """Begin a session, and return it with its token. The floor stores only a digest."""
        token, now = secrets.token_hex(TOKEN_BYTES), self._clock()
        session = StaffSession(name, _digest(token), since, address, now, now)
        self._by_digest[session.digest] = session
        older = sorted(self.of(name), key=lambda each: each.began)
        for each in older[:-MAX_SESSIONS]:
            self.end(each, "too-many")
        return token, session

    def find(self, token: str, address: str = "") -> StaffSession | None:
        """The session of a token; None if it does not exist or has expired. This counts as use.

        A token from another address than that of its sign-in is stolen: the session ends.
        The duration of a lookup by digest reveals nothing about any token.
        """
        session = self._by_digest.get(_digest(token))
        if session is None:
            return None
        if self._is_over(session):
            self.end(session, "expired")
            return None
        if session.address != address:
            self.end(session, "elsewhere")
            return None
        session.used = self._clock()
        return session

    def of(self, name: str) -> list[StaffSession]:
        """The sessions of a person."""
        return [each for each in self._by_digest.values() if each.name == name]

    def is_alive(self, session: StaffSession) -> bool:
        """Whether a session has not ended."""
        return self._by_digest.get(session.digest) is session and not self._is_over(session)

    def end(self, session: StaffSession, code: str) -> None:
        """End a session and its connections."""
        if self._by_digest.pop(session.digest, None) is not None:
            self._ended[session.name] = code
            for notify in list(session.ends):
                notify(code)

    def end_all(self, name: str, code: str, *, is_recorded: bool = False) -> None:
        """End every session of a person. The staff stream may have recorded it already."""
        for session in self.of(name):
            self.end(session, code)
        if is_recorded:
            self._ended.pop(name, None)

    def expire(self) -> None:
        """End the sessions that have expired."""
        for session in [each for each in self._by_digest.values() if self._is_over(each)]:
            self.end(session, "expired")

    def take_expired(self) -> dict[str, str]:
        """Return, once, the people without a session, each with the reason."""
        ended, self._ended = self._ended, {}
        return {name: code for name, code in ended.items() if not self.of(name)}

    def _is_over(self, session: StaffSession) -> bool:
        now = self._clock()
        return now - session.used >= IDLE_SECONDS or now - session.began >= MAX_SECONDS


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
