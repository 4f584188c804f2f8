"""Compare the security page with the code: figures, words, keys, cryptography and logs."""

import re
from pathlib import Path

from punto.floor.access import common_passwords, passwords, refusal_log, second_factor
from punto.floor.network import tls
from punto.floor.web.routes import sign_in
from punto.house.staff.state import FAILURES, FAILURES_SECONDS
from punto.journal.keys import ALGORITHMS

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "punto"
PAGE = (ROOT / "docs" / "how-to" / "safety.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_page_states_the_limits_on_guessing_passwords() -> None:
    text = section("Guessing passwords")
    minutes = FAILURES_SECONDS // 60
    for words in (
        f"at least {passwords.MIN_CHARACTERS} characters",
        f"up to {passwords.MAX_CHARACTERS}",
        f"{FAILURES} wrong passwords or codes within {minutes} minutes",
        f"{sign_in.TRIES_PER_SECOND:.0f} tries a second",
        f"{sign_in.TRIES_AT_ONCE} at once",
        "A name locked in malice",
        f"code of {second_factor.DIGITS} digits of {second_factor.STEP_SECONDS} seconds",
        f"fewer than {common_passwords.OWN_CHARACTERS} characters",
    ):
        assert words in text, words
    assert f"for {tls.STRICT_TRANSPORT_SECONDS // 86_400} days" in section("Serve by TLS")


def test_the_page_lists_the_words_of_a_casino() -> None:
    quoted = " ".join(
        line.removeprefix("> ") for line in PAGE.splitlines() if line.startswith("> ")
    )
    assert set(quoted.replace(",", " ").split()) == set(common_passwords.CASINO_WORDS)


def test_every_key_is_listed_with_what_it_protects_and_when_it_changes() -> None:
    assert [row[0].strip("`").partition("-")[0] for row in rows("Keys")] == list(ALGORITHMS)
    for row, known in zip(rows("Keys"), ALGORITHMS.values(), strict=True):
        assert len(row) == 4
        assert all(row)
        assert re.findall("`(.*?)`", row[3]) == [known]


def test_every_module_that_uses_cryptography_is_listed_and_no_other() -> None:
    names = "argon2|cryptography|hashlib|hmac|secrets|ssl"
    brought = re.compile(rf"^\s*(?:import|from) (?:{names})\b", re.MULTILINE)
    using = [
        path.relative_to(SOURCE).as_posix()
        for path in sorted(SOURCE.rglob("*.py"))
        if brought.search(path.read_text(encoding="utf-8"))
    ]
    listed = [
        name
        for row in rows("Cryptography, place by place")
        for name in re.findall(r"`(.*?)`", row[0])
    ]
    assert sorted(listed) == sorted(using)


def test_every_use_of_cryptography_says_how_it_is_exchanged() -> None:
    found = rows("Cryptography, place by place")
    assert all(len(row) == 4 and all(row) for row in found)
    named = " ".join(row[2] for row in found).lower().replace("-", "")
    for algorithm in (*ALGORITHMS.values(), "sha-256"):
        assert algorithm.replace("-", "") in named, algorithm


def test_every_class_of_data_has_its_protection() -> None:
    found = rows("Data, and how each sort is kept")
    assert [row[0] for row in found] == ["secret", "of money", "of staff", "of patrons", "open"]
    assert all(row[1] and row[2] for row in found)


def test_every_log_is_listed_with_its_content_and_retention() -> None:
    found = rows("Logs")
    assert [row[0] for row in found] == ["`floor.db`", "`floor.log`", "`checkpoints/`"]
    assert all(all(row) for row in found)
    words = f"the first {refusal_log.WRITTEN_AT_ONCE} at once, then one in"
    assert f"{words} {1 / refusal_log.WRITTEN_PER_SECOND:.0f} seconds" in section("Logs")


def test_the_page_promises_a_deadline_for_weak_libraries() -> None:
    assert re.search(r"within 7 days .* within 30", section("Libraries"), re.DOTALL)
