"""Decide commands per stream, and commit the entries of all streams in one thread."""
