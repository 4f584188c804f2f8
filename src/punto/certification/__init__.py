"""Evidence for a test laboratory."""
