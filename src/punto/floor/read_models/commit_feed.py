"""Apply the entries of each commit to the replica, then call the followers of their streams."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from punto.floor.read_models.replica import Replica
from punto.floor.streams.owner import CommandRequest
from punto.floor.streams.writer import CommittedEntry

Follower: TypeAlias = Callable[[Sequence[CommittedEntry]], None]
"""Called with the entries of one commit, once the replica has applied all of them."""


class CommitFeed:
    """The entries of every commit, in the journal's order, for the replica and the followers."""

    def __init__(self, replica: Replica) -> None:
        self.replica = replica
        self._followers: dict[str, list[Follower]] = {}
        self._followers_of_all: dict[str, Follower] = {}
        self.note: Callable[[CommandRequest], object] = lambda _: None
        """Called with each command that records a significant event in the staff's stream."""

        self.failed: Callable[[str, Exception], object] = _raise
        """Called with the stream or the name of a failed follower. The others are still called."""

    def follow(self, stream: str, follower: Follower) -> None:
        """Call a function after every commit with the new entries of one stream."""
        self._followers.setdefault(stream, []).append(follower)

    def follow_all(self, name: str, follower: Follower) -> None:
        """Call a function, under a name for its failures, after every commit with all entries."""
        self._followers_of_all[name] = follower

    def take(self, entries: Sequence[CommittedEntry]) -> None:
        """Apply the entries of one commit, then call the followers of each stream once."""
        by_stream: dict[str, list[CommittedEntry]] = {}
        requests: list[CommandRequest] = []
        for each in entries:
            requests += self.replica.apply(each)
            by_stream.setdefault(each.stream, []).append(each)
        for stream, own in by_stream.items():
            for follower in self._followers.get(stream, ()):
                self._call(stream, follower, own)
        for request in requests:
            self.note(request)
        for name, follower in self._followers_of_all.items():
            self._call(name, follower, entries)

    def _call(self, name: str, follower: Follower, entries: Sequence[CommittedEntry]) -> None:
        try:
            follower(entries)
        except Exception as error:
            self.failed(name, error)


def _raise(_name: str, error: Exception) -> None:
    raise error
