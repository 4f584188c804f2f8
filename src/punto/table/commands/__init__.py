"""Commands that a table decides."""
