"""A casino day from a seed: commands and faults against a real table and journal."""
