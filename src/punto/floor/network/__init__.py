"""Addresses, certificates and numbers from a network."""
