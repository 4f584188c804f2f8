"""Common passwords are refused by rules, and by the list of the house."""

from pathlib import Path

import pytest
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from punto.floor.access.common_passwords import (
    CASINO_WORDS,
    HABITS,
    OWN_CHARACTERS,
    CommonPasswords,
    distinct_characters,
    is_breached,
)

USUAL = CommonPasswords()


@pytest.mark.parametrize(
    "password",
    [
        "casino-dealer-2026",
        "P@ssw0rd1234",
        "aaaaaaaaaaaa",
        "qwertyuiop12",
        "1qaz2wsx3edc",
        "xkcd9xkcd9xkcd9",
        "Baccarat!2026",
        "letmein12345",
        "welcome to the casino",
        "lkjhgfdsa-987654",
    ],
)
def test_passwords_of_words_walks_years_and_repeats_are_refused(password: str) -> None:
    assert USUAL.refuse(password)


@pytest.mark.parametrize(
    "password",
    [
        "correct horse battery staple",
        "kfj3 92kq mzu1",
        "702946135872",
        "正确 horse battery staple",
        "h3kd-8fqa-2mzt-w9xc",
    ],
)
def test_unpredictable_passwords_are_accepted(password: str) -> None:
    assert not USUAL.refuse(password)


def test_more_than_three_thousand_passwords_are_refused() -> None:
    words = (*CASINO_WORDS, *HABITS)
    joined = [f"{one}{other}" for one in words for other in words if len(one + other) >= 12]
    assert len(joined) > 3_000
    assert all(USUAL.refuse(each) for each in joined[::97])


def test_the_name_of_a_person_is_refused_as_their_password() -> None:
    assert USUAL.refuse("Zbigniew-D-214!", "D-214", "Zbigniew")
    assert not USUAL.refuse("Zbigniew-D-214!")


def test_a_leaked_password_is_refused_with_and_without_digits() -> None:
    known = [each for each in FREQUENCY_LISTS["passwords"] if len(each) >= 12]
    assert len(known) > 200
    assert all(USUAL.refuse(each) for each in known)
    assert distinct_characters("chickenwing101") >= OWN_CHARACTERS
    assert USUAL.refuse("ChickenWing101")
    assert distinct_characters("2026-Stargate!") >= OWN_CHARACTERS
    assert USUAL.refuse("2026-Stargate!")
    assert not is_breached("a stargate on the sill")


def test_passwords_of_the_list_of_the_house_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "known.txt"
    path.write_text("Trustno1ButMulder\n\n")
    assert CommonPasswords(path).refuse("trustno1butmulder")
    assert not USUAL.refuse("trustno1butmulder")
    with pytest.raises(ValueError, match="cannot be read"):
        CommonPasswords(tmp_path / "none.txt")
