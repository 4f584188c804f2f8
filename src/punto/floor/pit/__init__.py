"""The pit console."""
