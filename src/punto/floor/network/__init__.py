"""Check addresses, certificates and numbers that come from a network."""
