from punto.core.sides import BySide, Side


def test_each_hand_has_its_own_value() -> None:
    both = BySide(player="left", banker="right")
    assert (both[Side.PLAYER], both[Side.BANKER]) == ("left", "right")


def test_the_name_of_a_hand_is_the_key_of_the_wager_on_it() -> None:
    assert (Side.PLAYER, Side.BANKER) == ("player", "banker")
