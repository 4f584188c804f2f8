"""Commands that play one table."""
