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

    def wait(self, now: float) -> float:
        """Takes a token, on credit if need be, and says after how many seconds it is earned."""
        self.left = min(self.most, self.left + (now - self.at) * self.per_second) - 1
        self.at = now
        return max(0.0, -self.left / self.per_second)

    def spend(self, now: float) -> bool:
        """Takes a token, if there is one."""
        self.left = min(self.most, self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
