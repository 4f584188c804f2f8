"""Derive the data of screens from the entries of the journal."""
