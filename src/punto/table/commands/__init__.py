"""Define the commands that a table decides."""
