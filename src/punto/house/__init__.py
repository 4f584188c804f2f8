"""Manage staff, terminals and the access log of the house."""
