"""Data derived from entries."""
