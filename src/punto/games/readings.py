"""Readings."""

from punto.core.clauses import Reading

READINGS: tuple[Reading, ...] = ()
