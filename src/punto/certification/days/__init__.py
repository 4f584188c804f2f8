"""Simulated casino days from a seed, with faults, on a real table and journal."""
