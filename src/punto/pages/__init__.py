"""Phrases of pages and reports in two languages."""
