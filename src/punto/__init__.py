"""Baccarat, done right."""
