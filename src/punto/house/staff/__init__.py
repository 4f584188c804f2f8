"""Define the commands, events, state and decisions of the staff."""
