"""Parse and run the lines of a scripted table."""
