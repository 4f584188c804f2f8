"""What a change of settings changes is told by name, each as it was and as it becomes."""

from msgspec.structs import replace

from punto.reports.descriptions.settings import LABELS, SettingChange, setting_changes
from punto.table.settings import Settings, default_settings
from tests.tables import LIVE

DEFAULT = default_settings(LIVE)


def test_every_setting_has_a_name() -> None:
    assert set(LABELS) == set(Settings.__struct_fields__)


def test_only_changed_settings_are_described() -> None:
    assert setting_changes(LIVE, DEFAULT, DEFAULT) == ()
    becomes = replace(
        DEFAULT, limits=DEFAULT.limits[:-1], differential_cents=500_00, ladder=DEFAULT.ladder[::-1]
    )
    limit, differential, ladder = setting_changes(LIVE, DEFAULT, becomes)
    assert (limit.before, limit.after) == ("1.00 – 5,000.00", "–")
    assert differential == SettingChange(LABELS["differential_cents"], "–", "500.00")
    assert ladder.after.startswith("gaming-shift-manager, ")


def test_a_figure_that_is_not_a_sum_is_printed_as_it_is() -> None:
    (fewer,) = setting_changes(LIVE, DEFAULT, replace(DEFAULT, wagers_per_area=2))
    assert (fewer.label.en, fewer.before, fewer.after) == ("Wagers an area", "3", "2")
