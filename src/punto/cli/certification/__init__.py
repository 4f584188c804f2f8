"""Commands that produce evidence for a laboratory."""
