"""Only the token of a session finds it, and unused sessions end."""

from punto.floor.access.sessions import IDLE_SECONDS, MAX_SECONDS, MAX_SESSIONS, StaffSessions


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_idle_session_ends() -> None:
    clock = Clock()
    sessions = StaffSessions(clock)
    token, session = sessions.begin("D-1", "noon")
    clock.now = IDLE_SECONDS - 1
    assert sessions.find(token) is session
    clock.now += IDLE_SECONDS - 1
    assert sessions.find(token) is session
    clock.now += IDLE_SECONDS
    assert not sessions.is_alive(session)
    assert sessions.find(token) is None
    assert sessions.of("D-1") == []


def test_a_session_ends_after_a_shift_although_it_is_in_use() -> None:
    clock = Clock()
    sessions = StaffSessions(clock)
    token, _ = sessions.begin("D-1", "noon")
    while clock.now + IDLE_SECONDS / 2 < MAX_SECONDS:
        clock.now += IDLE_SECONDS / 2
        assert sessions.find(token) is not None
    clock.now += IDLE_SECONDS / 2
    sessions.expire()
    assert sessions.take_expired() == {"D-1": "expired"}
    assert sessions.find(token) is None


def test_only_the_whole_token_finds_a_session() -> None:
    sessions = StaffSessions(Clock())
    token, session = sessions.begin("D-1", "noon")
    assert len(token) == 64
    for wrong in ("", token[:-1], token.upper() + "x", session.digest, "\ud800"):
        assert sessions.find(wrong) is None
    assert token not in repr(session), "only a digest is kept"


def test_a_token_from_another_address_ends_its_session() -> None:
    sessions, told = StaffSessions(Clock()), list[str]()
    token, session = sessions.begin("D-1", "noon", "10.0.0.1")
    session.ends.add(told.append)
    assert sessions.find(token, "10.0.0.1") is session
    assert sessions.find(token, "10.0.0.2") is None
    assert sessions.find(token, "10.0.0.1") is None
    assert told == ["elsewhere"]


def test_connections_hear_the_end_of_their_session_once() -> None:
    sessions, told = StaffSessions(Clock()), list[str]()
    _, session = sessions.begin("D-1", "noon")
    session.ends.add(told.append)
    sessions.end(session, "revoked")
    sessions.end(session, "revoked")
    assert told == ["revoked"]


def test_a_further_sign_in_ends_the_oldest_session() -> None:
    clock = Clock()
    sessions = StaffSessions(clock)
    tokens = []
    for _ in range(MAX_SESSIONS + 2):
        clock.now += 1
        tokens.append(sessions.begin("D-1", "noon")[0])
    assert [sessions.find(token) is None for token in tokens] == [True, True] + [
        False
    ] * MAX_SESSIONS


def test_people_without_a_session_are_reported_once() -> None:
    clock = Clock()
    sessions = StaffSessions(clock)
    (_, first), (token, _) = sessions.begin("D-1", "noon"), sessions.begin("D-1", "noon")
    sessions.end(first, "signed-out")
    assert sessions.take_expired() == {}, "they work at another browser"
    clock.now = IDLE_SECONDS
    assert sessions.find(token) is None
    assert sessions.take_expired() == {"D-1": "expired"}
    assert sessions.take_expired() == {}
    sessions.begin("D-1", "noon")
    sessions.begin("D-2", "noon")
    sessions.end_all("D-1", "revoked", is_recorded=True)
    sessions.end_all("D-2", "revoked")
    assert sessions.take_expired() == {"D-2": "revoked"}
