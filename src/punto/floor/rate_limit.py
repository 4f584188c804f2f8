"""Limit requests per address or terminal, with token buckets that refill over time."""

from dataclasses import dataclass

SLOWED_SECONDS = 1.0
"""The time that a request costs once the bucket is empty: a flood gets one answer per second."""

MINIMUM_SWEPT = 1_000
"""The number of buckets from which full ones are dropped."""


@dataclass(slots=True)
class TokenBucket:
    """A bucket of tokens. Each request takes one, and tokens return over time."""

    per_second: float
    capacity: float
    left: float
    at: float

    @classmethod
    def full(cls, per_second: float, capacity: float, now: float) -> "TokenBucket":
        """A bucket with all its tokens."""
        return cls(per_second, capacity, capacity, now)

    def is_full(self, now: float) -> bool:
        """Whether all tokens have returned."""
        return self.left + (now - self.at) * self.per_second >= self.capacity

    def wait(self, now: float) -> float:
        """Take a token and return 0, or run up a debt and return the seconds until it is repaid."""
        if self.spend(now):
            return 0.0
        self.left -= SLOWED_SECONDS * self.per_second
        return -self.left / self.per_second

    def spend(self, now: float) -> bool:
        """Take a token if the bucket has one, and return whether it had."""
        self.left = min(self.capacity, self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class TokenBuckets:
    """A bucket for each address or terminal. A full bucket is dropped: it equals a new one."""

    def __init__(self, per_second: float, capacity: float) -> None:
        self._per_second, self._capacity = per_second, capacity
        self._buckets: dict[str, TokenBucket] = {}
        self._sweep_at = MINIMUM_SWEPT

    def of(self, name: str, now: float) -> TokenBucket:
        """Return the bucket of a name."""
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= self._sweep_at:
                self._drop_full(now)
            bucket = TokenBucket.full(self._per_second, self._capacity, now)
            self._buckets[name] = bucket
        return bucket

    def _drop_full(self, now: float) -> None:
        self._buckets = {
            name: each for name, each in self._buckets.items() if not each.is_full(now)
        }
        # The next sweep comes after as many new names, so that sweeps cost little per name.
        self._sweep_at = max(MINIMUM_SWEPT, 2 * len(self._buckets))
