from punto.core.money import cents, written


def test_a():
    assert cents("20") == 2000


def test_b():
    assert written(5) == "0.05"
