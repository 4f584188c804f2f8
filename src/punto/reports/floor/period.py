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

from punto.messages.message import Message, message


class PeriodLength(StrEnum):
    """How long a period is."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    LIFE = "life"


class PeriodSide(StrEnum):
    """The place of an entry: before, within or after a period."""

    BEFORE = "before"
    WITHIN = "within"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Calendar:
    """The beginning of a gaming day in the house's time, and its number of shifts."""

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
        """The calendar as options of `punto report`."""
        hours, minutes = divmod(abs(self.zone_minutes), 60)
        zone = f"{'-' if self.zone_minutes < 0 else '+'}{hours:02d}:{minutes:02d}"
        hours, minutes = divmod(self.begins_minutes, 60)
        return (
            f"--zone={zone}",
            f"--day-begins={hours:02d}:{minutes:02d}",
            f"--shifts={self.shifts}",
        )

    def time_label(self, at: datetime) -> str:
        """A moment in the house's time, in the form that every language and spreadsheet reads."""
        return at.astimezone(self.zone).strftime("%Y-%m-%d %H:%M:%S")

    def shift_label(self, shift: int) -> str:
        """The beginning and the end of a shift, such as 06:00 and 14:00."""
        length = 24 * 60 // self.shifts
        ends = (self.begins_minutes + length * (shift - 1), self.begins_minutes + length * shift)
        return "–".join(f"{end // 60 % 24:02d}:{end % 60:02d}" for end in ends)


def calendar_of(zone: str, begins: str, shifts: int) -> Calendar:
    """A calendar as people write it, as in +08:00, 06:00 and 3."""
    if not re.fullmatch(r"[+-]?[0-9]{1,2}(:[0-9]{1,2})?", zone):
        raise ValueError(f"{zone!r:.20} is not a zone; expected hours ahead of UTC, as +08:00")
    sign = -1 if zone.startswith("-") else 1
    return Calendar(sign * _minutes(zone.lstrip("+-")), _minutes(begins), shifts)


def _minutes(text: str) -> int:
    hours, _, minutes = text.partition(":")
    parts = (hours, minutes or "0")
    if not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
        raise ValueError(f"{text!r:.20} is not a time of day; expected hours and minutes, as 06:00")
    if int(parts[0]) > 23 or int(parts[1]) > 59:
        raise ValueError(f"{text!r:.20} is not a time of day; expected at most 23:59")
    return int(parts[0]) * 60 + int(parts[1])


Slot: TypeAlias = tuple[date, int]
"""A gaming day and the shift in it, counted from one."""


@dataclass(frozen=True, slots=True)
class Period:
    """The time from one moment to another, without the latter; None for an open end."""

    span: PeriodLength | None
    since: datetime | None
    until: datetime | None
    calendar: Calendar

    def side_of(self, at: datetime | None) -> PeriodSide:
        """The place of a moment. An entry without a time is only within an unlimited period."""
        if self.since is None and self.until is None:
            return PeriodSide.WITHIN
        if at is None or (self.since is not None and at < self.since):
            return PeriodSide.BEFORE
        return PeriodSide.WITHIN if self.until is None or at < self.until else PeriodSide.AFTER

    @property
    def description(self) -> tuple[Message, Message]:
        """The period in two lines: its name, and its beginning and end."""
        zone = self.calendar.zone_label
        if self.since is None and self.until is None:
            return message("report-text.life"), message("report-text.all-entries", zone=zone)
        since, until = self._end(self.since), self._end(self.until)
        return self._name(), message("report-text.span", since=since, until=until, zone=zone)

    def _name(self) -> Message:
        if self.since is not None:
            day = self.since.astimezone(self.calendar.zone).date()
            if self.span is PeriodLength.DAY:
                return message("report-text.gaming-day", day=day.isoformat())
            if self.span is PeriodLength.MONTH:
                return message("report-text.gaming-month", month=f"{day:%Y-%m}")
            if self.span is PeriodLength.YEAR:
                return message("report-text.gaming-year", year=day.year)
        return message("report-text.chosen-period")

    def _end(self, at: datetime | None) -> Message:
        if at is None:
            return message("report-text.open-end")
        local = at.astimezone(self.calendar.zone)
        if self.span is PeriodLength.DAY:
            return message("report-text.clock", time=f"{local:%H:%M}")
        return message("report-text.moment", at=local.isoformat())


def period_of(span: PeriodLength, day: date, calendar: Calendar) -> Period:
    """The gaming day, month or year of a day, or the unlimited period."""
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
    """The period between two chosen moments."""
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
            f"{text!r:.40} is neither a day nor a time; expected 2026-11-13 or 2026-11-13T06:00"
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
