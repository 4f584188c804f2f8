"""Define gaming days, months, years, all time and chosen periods, in the house's time.

An entry's own time label decides its period. Labels do not define the order of entries, so a
clock that jumped moves an entry to another day and never loses it. The entries before, within and
after a period always add up to the whole.
"""

import re
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta, timezone
from enum import StrEnum
from typing import TypeAlias


class PeriodLength(StrEnum):
    """How long a period is."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    LIFE = "life"


class PeriodSide(StrEnum):
    """Where an entry lies as seen from a period."""

    BEFORE = "before"
    WITHIN = "within"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Calendar:
    """When a gaming day begins in the house's time, and into how many shifts it is cut."""

    zone_minutes: int = 8 * 60
    begins_minutes: int = 6 * 60
    shifts: int = 3

    def __post_init__(self) -> None:
        if not -14 * 60 <= self.zone_minutes <= 14 * 60:
            raise ValueError(f"a zone of {self.zone_minutes} minutes; expected at most 14 hours")
        if not 0 <= self.begins_minutes < 24 * 60:
            raise ValueError(f"a day begins at minute {self.begins_minutes}; expected 0 to 1439")
        if self.shifts not in (1, 2, 3, 4, 6, 8):
            raise ValueError(f"{self.shifts} shifts; expected 1, 2, 3, 4, 6 or 8 a day")

    @property
    def zone(self) -> timezone:
        """The house's time."""
        return timezone(timedelta(minutes=self.zone_minutes))

    @property
    def zone_label(self) -> str:
        """The house's time as reports name it, as in UTC+8."""
        hours, minutes = divmod(abs(self.zone_minutes), 60)
        sign = "-" if self.zone_minutes < 0 else "+"
        return f"UTC{sign}{hours}" + (f":{minutes:02d}" if minutes else "")

    def starts(self, day: date) -> datetime:
        """The moment at which a gaming day begins."""
        hours, minutes = divmod(self.begins_minutes, 60)
        return datetime.combine(day, time(hours, minutes), self.zone)

    def slot(self, at: datetime) -> "Slot":
        """The gaming day and the shift of a moment."""
        since = at.astimezone(self.zone) - timedelta(minutes=self.begins_minutes)
        minutes = since.hour * 60 + since.minute
        return since.date(), minutes * self.shifts // (24 * 60) + 1

    def day_of(self, label: str) -> str:
        """The gaming day of an entry by its label; one that names no moment is its own day."""
        at = parse_label(label)
        return label[: len("2026-01-31")] if at is None else str(self.slot(at)[0])

    @property
    def options(self) -> tuple[str, ...]:
        """The calendar as `punto report` is told it."""
        hours, minutes = divmod(abs(self.zone_minutes), 60)
        zone = f"{'-' if self.zone_minutes < 0 else '+'}{hours:02d}:{minutes:02d}"
        hours, minutes = divmod(self.begins_minutes, 60)
        return (
            f"--zone={zone}",
            f"--day-begins={hours:02d}:{minutes:02d}",
            f"--shifts={self.shifts}",
        )

    def time_label(self, at: datetime, span: "PeriodLength | None") -> str:
        """A moment in the house's time, with its day where a report has more than one."""
        form = "%-d %b %H:%M:%S" if span is PeriodLength.DAY else "%Y-%m-%d %H:%M:%S"
        return at.astimezone(self.zone).strftime(form)

    def shift_label(self, shift: int) -> str:
        """From when to when a shift lasts, as in 06:00 to 14:00."""
        long = 24 * 60 // self.shifts
        ends = (self.begins_minutes + long * (shift - 1), self.begins_minutes + long * shift)
        return " to ".join(f"{each // 60 % 24:02d}:{each % 60:02d}" for each in ends)


def calendar_of(zone: str, begins: str, shifts: int) -> Calendar:
    """A calendar as people write it, as in +08:00, 06:00 and 3."""
    if not re.fullmatch(r"[+-]?[0-9]{1,2}(:[0-9]{1,2})?", zone):
        raise ValueError(f"{zone!r:.20} is no zone; expected hours ahead of UTC, as +08:00")
    sign = -1 if zone.startswith("-") else 1
    return Calendar(sign * _minutes(zone.lstrip("+-")), _minutes(begins), shifts)


def _minutes(text: str) -> int:
    hours, _, minutes = text.partition(":")
    parts = (hours, minutes or "0")
    if not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
        raise ValueError(f"{text!r:.20} is no time of day; expected hours and minutes, as 06:00")
    if int(parts[0]) > 23 or int(parts[1]) > 59:
        raise ValueError(f"{text!r:.20} is no time of day; expected at most 23:59")
    return int(parts[0]) * 60 + int(parts[1])


Slot: TypeAlias = tuple[date, int]
"""A gaming day and the shift in it, counted from one."""


@dataclass(frozen=True, slots=True)
class Period:
    """From a moment up to, not including, another; None for no end to that side."""

    span: PeriodLength | None
    since: datetime | None
    until: datetime | None
    calendar: Calendar

    def side_of(self, at: datetime | None) -> PeriodSide:
        """Where a moment lies; an entry whose label is no time lies within all there is only."""
        if self.since is None and self.until is None:
            return PeriodSide.WITHIN
        if at is None or (self.since is not None and at < self.since):
            return PeriodSide.BEFORE
        return PeriodSide.WITHIN if self.until is None or at < self.until else PeriodSide.AFTER

    @property
    def words(self) -> tuple[str, str]:
        """The period in two lines: which it is, and from when to when."""
        names = {
            PeriodLength.DAY: "gaming day {:%-d %b %Y}",
            PeriodLength.MONTH: "gaming month {:%b %Y}",
            PeriodLength.YEAR: "gaming year {:%Y}",
        }
        if self.since is None and self.until is None:
            return "life to date", f"all entries, {self.calendar.zone_label}"
        form = "{:%H:%M}" if self.span is PeriodLength.DAY else "{:%-d %b %Y %H:%M}"
        ends = " to ".join(
            "open" if each is None else form.format(each.astimezone(self.calendar.zone))
            for each in (self.since, self.until)
        )
        name = "chosen period"
        if self.span in names and self.since is not None:
            name = names[self.span].format(self.since.astimezone(self.calendar.zone))
        return name, f"{ends}, {self.calendar.zone_label}"


def period_of(span: PeriodLength, day: date, calendar: Calendar) -> Period:
    """The gaming day, month or year in which a day lies, or all there is."""
    if span is PeriodLength.LIFE:
        return Period(span, None, None, calendar)
    try:
        first, last = _ends(span, day)
        return Period(span, calendar.starts(first), calendar.starts(last), calendar)
    except OverflowError:
        raise ValueError(f"{day} is too far away; expected a day that has a next one") from None


def _ends(span: PeriodLength, day: date) -> tuple[date, date]:
    if span is PeriodLength.DAY:
        return day, day + timedelta(days=1)
    if span is PeriodLength.MONTH:
        first = day.replace(day=1)
        return first, (first + timedelta(days=31)).replace(day=1)
    first = day.replace(month=1, day=1)
    return first, (first + timedelta(days=366)).replace(month=1, day=1)


def between(since: datetime | None, until: datetime | None, calendar: Calendar) -> Period:
    """The period between two moments of somebody's choice."""
    if since is not None and until is not None and since >= until:
        raise ValueError(f"from {since} to {until}; expected the end after the beginning")
    return Period(None, since, until, calendar)


def parse_moment(text: str, calendar: Calendar) -> datetime:
    """A moment as people write it: a day, which begins when gaming days do, or a day and time."""
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            read = calendar.starts(date.fromisoformat(text))
        elif not re.match(r"\d{4}-\d\d-\d\d[T ]", text, re.ASCII):
            raise ValueError(text)
        else:
            read = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(
            f"{text!r:.40} is no day or time; expected 2026-11-13 or 2026-11-13T06:00"
        ) from None
    if not _has_neighbours(read):
        raise ValueError(f"{text!r:.40} is too far away; expected a year that has others about it")
    return read if read.tzinfo else read.replace(tzinfo=calendar.zone)


def _has_neighbours(at: datetime) -> bool:
    # At either end of the calendar the same moment has no name in another zone.
    return MINYEAR < at.year < MAXYEAR


def parse_label(text: str) -> datetime | None:
    """The moment that the label of an entry names, None if it names none."""
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        return None
    if not _has_neighbours(read):
        return None
    return read if read.tzinfo else read.replace(tzinfo=UTC)
