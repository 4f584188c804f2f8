"""Events that change a table."""
