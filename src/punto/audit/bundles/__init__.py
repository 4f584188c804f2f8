"""Bundles, each with one round in one signed file."""
