"""Bundles: one round in one signed file."""
