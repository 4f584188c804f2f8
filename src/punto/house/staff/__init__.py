"""Staff: their commands, events, state and decisions."""
