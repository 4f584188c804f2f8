"""Checks and exports that run beside the tables."""
