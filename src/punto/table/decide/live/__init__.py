"""Decide the commands of a dealer's table."""
