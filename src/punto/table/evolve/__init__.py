"""The next state of a table after an event."""
