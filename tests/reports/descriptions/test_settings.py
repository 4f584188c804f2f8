"""A change of settings is described by name, each value before and after."""

from msgspec.structs import replace

from punto.messages.catalogue import catalogue
from punto.messages.message import message
from punto.reports.descriptions.settings import SettingChange, setting_changes
from punto.table.settings import Settings, default_settings
from tests.tables import LIVE
from tests.texts import text

DEFAULT = default_settings(LIVE)


def in_english(change: SettingChange) -> tuple[str, str, str]:
    return text(change.label), text(change.before), text(change.after)


def test_every_setting_has_a_name() -> None:
    names = {key for key in catalogue("en").patterns if key.startswith("setting.")}
    assert names == {f"setting.{name}" for name in Settings.__struct_fields__}


def test_only_changed_settings_are_described() -> None:
    assert setting_changes(LIVE, DEFAULT, DEFAULT) == ()
    becomes = replace(
        DEFAULT, limits=DEFAULT.limits[:-1], differential_cents=500_00, ladder=DEFAULT.ladder[::-1]
    )
    limit, differential, ladder = setting_changes(LIVE, DEFAULT, becomes)
    assert in_english(limit)[1:] == ("$1 – $5,000", "–")
    assert differential.after == message("money.sum", cents=500_00)
    assert in_english(differential) == ("Table differential", "–", "$500.00")
    assert text(ladder.after).startswith("Gaming Shift Manager, ")


def test_numbers_and_choices_are_written_as_they_are() -> None:
    (fewer,) = setting_changes(LIVE, DEFAULT, replace(DEFAULT, wagers_per_area=2))
    assert in_english(fewer) == ("Wagers per betting area", "3", "2")
    (shuffled,) = setting_changes(LIVE, DEFAULT, replace(DEFAULT, shuffles_each_round=True))
    assert in_english(shuffled) == ("Continuous shuffler", "no", "yes")
    (method,) = setting_changes(LIVE, DEFAULT, replace(DEFAULT, method="A"))
    assert in_english(method) == ("Dealing method", "B", "A")
