"""Owners of streams, and their one writer."""
