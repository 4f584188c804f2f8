"""Staff, terminals and access log of the house."""
