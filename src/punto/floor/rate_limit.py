"""A budget: how much somebody may ask for, filled up again as time goes by."""

from dataclasses import dataclass

SLOWED_SECONDS = 1.0
"""What each thing costs that is asked on credit: whoever floods is heard once in so long."""


@dataclass(slots=True)
class TokenBucket:
    """A bucket of tokens, one for each thing asked."""

    per_second: float
    most: float
    left: float
    at: float

    @classmethod
    def full(cls, per_second: float, most: float, now: float) -> "TokenBucket":
        """A bucket with all its tokens."""
        return cls(per_second, most, most, now)

    def wait(self, now: float) -> float:
        """Takes a token, dearly if there is none, and says after how many seconds it is earned."""
        if self.spend(now):
            return 0.0
        self.left -= SLOWED_SECONDS * self.per_second
        return -self.left / self.per_second

    def spend(self, now: float) -> bool:
        """Takes a token, if there is one."""
        self.left = min(self.most, self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
