import pytest

from punto.core.sides import Side
from punto.devices.fault_script import InjectedFault, ScriptedFault, script, sides


def test_a_script_is_read_line_by_line() -> None:
    found = script("7 unread  # the seventh card\n\n9 together 2 unknown; 12 misread Kd")
    assert found == (
        ScriptedFault(7, InjectedFault.UNREAD),
        ScriptedFault(9, InjectedFault.SEVERAL, ("2", "unknown")),
        ScriptedFault(12, InjectedFault.MISREAD, ("Kd",)),
    )
    assert script("") == ()


@pytest.mark.parametrize(
    "text",
    [
        "unread",
        "7",
        "x unread",
        "7 unreadable",
        "7 unread now",
        "0 unread",
        "7 misread",
        "7 misread 1x",
        "7 together",
        "7 together two known",
        "7 together 9 known",
        "7 together 2 maybe",
        "7 reverse-exit",
        "7 preset 8 XY",
        "7 preset 8",
        "7 revoke 0 same",
        "7 revoke 1 gone",
    ],
)
def test_an_invalid_fault_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected") as error:
        script(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("fault", InjectedFault)
def test_every_fault_can_be_scripted(fault: InjectedFault) -> None:
    forms = ("", " Kd", " 2 known", " known", " 6 PBPB", " 1 same")
    accepted = 0
    for words in forms:
        try:
            accepted += len(script(f"3 {fault}{words}"))
        except ValueError:
            continue
    assert accepted == 1


def test_an_order_of_dealing_is_two_letters() -> None:
    assert sides("BPB") == (Side.BANKER, Side.PLAYER, Side.BANKER)
    with pytest.raises(ValueError, match="'' is not an order of dealing"):
        sides("")
