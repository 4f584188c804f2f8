"""The verbs that produce evidence for a test laboratory."""
