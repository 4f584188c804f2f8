"""Decide reports, rulings and remedies of irregularities."""
