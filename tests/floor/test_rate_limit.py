"""Test that token buckets allow a burst, slow a flood, and refill over time."""

from punto.floor.rate_limit import MINIMUM_SWEPT, TokenBucket, TokenBuckets


def test_a_flood_is_limited_to_one_request_per_second_until_it_pauses() -> None:
    now, heard = 0.0, 0
    budget = TokenBucket.full(per_second=10, capacity=40, now=now)
    while now < 60:
        now += budget.wait(now)
        heard += 1
    assert 40 + 55 <= heard <= 40 + 61
    now += 5
    assert [budget.wait(now) for _ in range(40)] == [0.0] * 40
    assert budget.wait(now) == 1.0


def test_requests_within_the_rate_never_wait() -> None:
    budget = TokenBucket.full(per_second=10, capacity=40, now=0.0)
    assert not any(budget.wait(each / 10) for each in range(1_000))


def test_memory_holds_only_buckets_that_are_not_full() -> None:
    """An attacker with many addresses once caused as many buckets until the floor closed."""
    buckets = TokenBuckets(per_second=1, capacity=2)
    assert buckets.of("busy", 0.0).spend(0.0)
    for number in range(5 * MINIMUM_SWEPT):
        assert buckets.of(f"{number}", number / 1_000).spend(number / 1_000)
    assert len(buckets._buckets) <= 2 * MINIMUM_SWEPT
    newest = f"{5 * MINIMUM_SWEPT - 1}"
    assert buckets.of(newest, 5.0).left == 1, "a bucket in use stays as it is"
