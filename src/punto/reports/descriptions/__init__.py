"""Descriptions of events, irregularities and settings in words."""
