"""A budget: how much somebody may ask for, filled up again as time goes by."""

from dataclasses import dataclass


@dataclass(slots=True)
class Budget:
    """A bucket of tokens, one for each thing asked."""

    per_second: float
    most: float
    left: float
    at: float

    @classmethod
    def full(cls, per_second: float, most: float, now: float) -> "Budget":
        """A bucket with all its tokens."""
        return cls(per_second, most, most, now)

    def spend(self, now: float) -> bool:
        """Takes a token, if there is one."""
        self.left = min(self.most, self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
