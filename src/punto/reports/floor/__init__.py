"""Reports about a floor."""
