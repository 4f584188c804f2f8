"""Commands that serve and check a floor."""
