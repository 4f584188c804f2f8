"""Define the events that change a table."""
