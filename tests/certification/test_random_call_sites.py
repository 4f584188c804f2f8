"""Check that every random call site is known, and that no important one is predictable."""

from pathlib import Path

from punto.certification.random_call_sites import call_sites, purpose_of

PLAYED = ("certification/days/", "simulation/", "cli/")
"""Code for trials and tests, which uses reported seeds."""


def test_every_random_call_is_known_and_no_important_one_has_a_seed() -> None:
    sites = call_sites()
    assert len(sites) > 20
    assert [each for each in sites if not purpose_of(each.module)] == []
    floor = [each for each in sites if not each.module.startswith(PLAYED)]
    assert {each.module for each in floor} >= {
        "devices/virtual_shoe.py",
        "journal/keys.py",
        "floor/terminals/enrolment.py",
        "floor/access/sessions.py",
        "floor/access/passwords.py",
    }
    assert [each for each in floor if not each.is_of_the_system] == []


def test_cards_come_from_one_place() -> None:
    cards = [each for each in call_sites() if each.module.startswith(("devices/", "table/"))]
    assert {(each.module, each.call) for each in cards} == {
        ("devices/virtual_shoe.py", "secrets.token_bytes")
    }


def test_a_new_call_is_found_under_any_name(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(
        "import random as r\nfrom os import urandom as u\nfrom secrets import token_hex\n"
        "import numpy as np\n\n\n"
        "def f():\n    return r.random(), u(4), token_hex(2), np.random.rand()\n",
        encoding="utf-8",
    )
    found = call_sites(tmp_path)
    assert {each.call for each in found} == {
        "random.random",
        "os.urandom",
        "secrets.token_hex",
        "numpy.random.rand",
    }
    assert {each.function for each in found} == {"f"}
    assert all(purpose_of(each.module) is None for each in found)
