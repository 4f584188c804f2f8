"""Looks into the journal are kept like all else."""

from punto.house.access_log import Look, Looks, LookTaken, TakeLook, decide, evolve


def test_a_look_is_taken_down_with_what_left_the_house() -> None:
    (taken,) = decide(Looks(), TakeLook(Look.BUNDLE, "tiger-5", 58, 59, "ab" * 32))
    assert taken == LookTaken(Look.BUNDLE, "tiger-5", 58, 59, "ab" * 32)
    assert evolve(Looks(), taken) == Looks(1)


def test_a_look_at_the_whole_is_at_no_table_and_at_no_round() -> None:
    assert decide(Looks(), TakeLook(Look.CHAIN)) == (LookTaken(Look.CHAIN, "", 0, 0, ""),)
