"""Periods are gaming days, months and years of the house, and never lose an entry."""

from datetime import UTC, date, datetime, timedelta

import pytest

from punto.reports.floor.period import (
    Calendar,
    PeriodLength,
    PeriodSide,
    between,
    calendar_of,
    parse_label,
    parse_moment,
    period_of,
)
from tests.texts import text

HOUSE = Calendar()


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_a_gaming_day_begins_at_six_in_the_morning_of_the_house() -> None:
    day = period_of(PeriodLength.DAY, date(2026, 11, 13), HOUSE)
    assert day.since == at("2026-11-12T22:00:00+00:00")
    assert day.until == at("2026-11-13T22:00:00+00:00")
    assert list(map(text, day.description)) == [
        "gaming day 13 Nov 2026",
        "06:00 to 06:00, UTC+8",
    ]


@pytest.mark.parametrize(
    ("span", "day", "since", "until"),
    [
        (PeriodLength.MONTH, date(2026, 12, 31), "2026-12-01", "2027-01-01"),
        (PeriodLength.MONTH, date(2024, 2, 29), "2024-02-01", "2024-03-01"),
        (PeriodLength.YEAR, date(2024, 6, 1), "2024-01-01", "2025-01-01"),
    ],
)
def test_months_and_years_consist_of_gaming_days(
    span: PeriodLength, day: date, since: str, until: str
) -> None:
    period = period_of(span, day, HOUSE)
    assert (period.since, period.until) == (parse_moment(since, HOUSE), parse_moment(until, HOUSE))
    name = "gaming month" if span is PeriodLength.MONTH else "gaming year"
    length = len("2026-01") if span is PeriodLength.MONTH else len("2026")
    assert text(period.description[0]) == f"{name} {since[:length]}"


def test_a_moment_is_in_one_day_only_also_at_its_ends() -> None:
    first = period_of(PeriodLength.DAY, date(2026, 11, 13), HOUSE)
    second = period_of(PeriodLength.DAY, date(2026, 11, 14), HOUSE)
    assert second.since is not None
    for moved in (-1, 0, 1):
        when = second.since + timedelta(milliseconds=moved)
        places = [first.side_of(when), second.side_of(when)]
        assert places.count(PeriodSide.WITHIN) == 1


def test_an_entry_without_a_time_counts_only_in_the_unlimited_period() -> None:
    assert parse_label("noon") is None
    assert period_of(PeriodLength.LIFE, date(2026, 1, 1), HOUSE).side_of(None) is PeriodSide.WITHIN
    assert period_of(PeriodLength.DAY, date(2026, 1, 1), HOUSE).side_of(None) is PeriodSide.BEFORE


def test_shifts_cut_a_day_into_equal_parts() -> None:
    assert HOUSE.slot(at("2026-11-13T05:59:59+08:00")) == (date(2026, 11, 12), 3)
    assert HOUSE.slot(at("2026-11-13T06:00:00+08:00")) == (date(2026, 11, 13), 1)
    assert HOUSE.slot(at("2026-11-13T14:00:00+08:00")) == (date(2026, 11, 13), 2)
    assert [HOUSE.shift_label(shift) for shift in (1, 2, 3)] == [
        "06:00–14:00",
        "14:00–22:00",
        "22:00–06:00",
    ]


def test_a_period_of_ones_own_may_be_open_to_either_side() -> None:
    since = parse_moment("2026-11-13T18:00", HOUSE)
    period = between(since, None, HOUSE)
    assert period.side_of(since) is PeriodSide.WITHIN
    assert period.side_of(since - timedelta(seconds=1)) is PeriodSide.BEFORE
    assert "18:00 to open" in text(period.description[1])


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01", "2026-11-13T25:00", "1" * 10])
def test_a_text_that_is_neither_a_day_nor_a_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is neither a day nor a time"):
        parse_moment(text, HOUSE)


def test_a_period_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(ValueError, match="the end after the beginning"):
        between(datetime(2026, 1, 2, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC), HOUSE)


@pytest.mark.parametrize("wrong", [{"zone_minutes": 900}, {"begins_minutes": 1440}, {"shifts": 5}])
def test_a_calendar_that_cannot_be_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Calendar(**wrong)


def test_the_last_day_there_is_has_no_period() -> None:
    with pytest.raises(ValueError, match="too far away"):
        period_of(PeriodLength.DAY, date.max, HOUSE)


@pytest.mark.parametrize("text", ["0001-01-01", "0001-01-01T00:00", "9999-12-31T23:59"])
def test_a_moment_at_an_end_of_the_calendar_is_refused(text: str) -> None:
    """It has no name in another zone, and reports ended with a traceback."""
    with pytest.raises(ValueError, match="is too far away"):
        parse_moment(text, HOUSE)
    assert parse_label(text) is None


def test_a_zone_behind_greenwich_is_written_as_such() -> None:
    assert Calendar(zone_minutes=-210).zone_label == "UTC-3:30"


@pytest.mark.parametrize("calendar", [HOUSE, Calendar(-210, 5 * 60 + 30, 2), Calendar(0, 0, 8)])
def test_a_calendar_is_printed_as_it_is_read(calendar: Calendar) -> None:
    zone, begins, shifts = (each.partition("=")[2] for each in calendar.options)
    assert calendar_of(zone, begins, int(shifts)) == calendar


def test_an_entry_is_of_the_gaming_day_of_its_label() -> None:
    assert HOUSE.day_of("2026-11-15T21:59:59Z") == "2026-11-15"
    assert HOUSE.day_of("2026-11-15T22:00:00Z") == "2026-11-16"
    assert HOUSE.day_of("no time at all") == "no time at"
