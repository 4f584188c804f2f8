"""Compute the next state of a table after an event."""
