"""The verbs that play one table."""
