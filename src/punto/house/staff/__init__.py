"""Commands, events, state and decisions of the staff."""
