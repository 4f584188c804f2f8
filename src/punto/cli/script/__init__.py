"""Lines of a scripted table."""
