"""Size: how much a campaign does, in full or as the sample of every commit."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything."""

    cuts: int
    control_shifts: int
    killed_shifts: int
    kill_every: int
    failing_shifts: int
    fail_every: int
    rows: int
    rows_flipped: int
    truncations: int
    flips: int
    seeds: int
    writes: int
    freezes: int
    is_sample: bool = False

    def of_one_seed(self) -> "Size":
        """What is needed to play one seed again."""
        return replace(self, cuts=100, killed_shifts=1, failing_shifts=1, flips=4_000, seeds=1)


FULL = Size(
    cuts=1_000_000,
    control_shifts=100,
    killed_shifts=16,
    kill_every=1,
    failing_shifts=4,
    fail_every=1,
    rows=10_000,
    rows_flipped=10_000,
    truncations=10_000,
    flips=100_000,
    seeds=10_000,
    writes=400_000,
    freezes=1_000,
)

SAMPLE = Size(
    cuts=30_000,
    control_shifts=10,
    killed_shifts=2,
    kill_every=9,
    failing_shifts=2,
    fail_every=9,
    rows=10_000,
    rows_flipped=300,
    truncations=40,
    flips=8_000,
    seeds=100,
    writes=20_000,
    freezes=20,
    is_sample=True,
)
