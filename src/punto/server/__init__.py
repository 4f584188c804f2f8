"""The floor: what waits and listens."""
