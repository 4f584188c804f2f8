"""Store the sessions of staff by digests of their tokens, and end those that expire."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

TOKEN_BYTES = 32
IDLE_SECONDS = 30 * 60
MAX_SECONDS = 12 * 60 * 60
MAX_SESSIONS = 8
"""How many browsers one person may be signed in at; the oldest has to go."""

LEFT = {
    "signed-out": "by themselves",
    "expired": "time is up",
    "elsewhere": "their session was used elsewhere",
    "revoked": "their sessions were ended",
    "restart": "the floor was started anew",
}
"""Why somebody is signed in nowhere any more, by what ended their last session."""


@dataclass(eq=False, slots=True)
class StaffSession:
    """One browser in which somebody is signed in."""

    name: str
    digest: str
    since: str
    address: str
    """Where they signed in; from elsewhere the token is a stolen one."""

    began: float
    used: float
    ends: set[Callable[[str], None]] = field(default_factory=set)
    """Who is to be told, by a code, when it ends."""

    @property
    def short_id(self) -> str:
        """A short name by which its owner speaks of it, worth nothing to anybody else."""
        return self.digest[:12]


class StaffSessions:
    """All sessions; a start of the floor knows none, so a restart signs everybody out."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._by_digest: dict[str, StaffSession] = {}
        self._ended: dict[str, str] = {}
        """Whose sessions have ended since it was last asked, and why."""

    def begin(self, name: str, since: str, address: str = "") -> tuple[str, StaffSession]:
        """A new session and its token, which is told once."""
        token, now = secrets.token_hex(TOKEN_BYTES), self._clock()
        session = StaffSession(name, _digest(token), since, address, now, now)
        self._by_digest[session.digest] = session
        older = sorted(self.of(name), key=lambda each: each.began)
        for each in older[:-MAX_SESSIONS]:
            self.end(each, "too-many")
        return token, session

    def find(self, token: str, address: str = "") -> StaffSession | None:
        """The session of a token, which is thereby used; None if there is none, or its time is up.

        Shown from another address than where it was given, it is a stolen one, and ends.

        Looked up by digest: how long that takes says nothing about any token.
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
        """Ends a session, and whatever goes by it."""
        if self._by_digest.pop(session.digest, None) is not None:
            self._ended[session.name] = code
            for notify in list(session.ends):
                notify(code)

    def end_all(self, name: str, code: str, *, is_recorded: bool = False) -> None:
        """Ends every session of a person; the staff stream may have recorded it already."""
        for session in self.of(name):
            self.end(session, code)
        if is_recorded:
            self._ended.pop(name, None)

    def expire(self) -> None:
        """Ends the sessions whose time is up."""
        for session in [each for each in self._by_digest.values() if self._is_over(each)]:
            self.end(session, "expired")

    def take_expired(self) -> dict[str, str]:
        """Who is signed in nowhere any more, and why; each is told once."""
        ended, self._ended = self._ended, {}
        return {name: code for name, code in ended.items() if not self.of(name)}

    def _is_over(self, session: StaffSession) -> bool:
        now = self._clock()
        return now - session.used >= IDLE_SECONDS or now - session.began >= MAX_SECONDS


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
