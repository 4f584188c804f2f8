"""Stores of a journal."""
