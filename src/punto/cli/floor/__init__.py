"""The verbs that serve, check and report a floor."""
