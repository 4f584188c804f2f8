"""Connections to card-reading shoes."""
