"""Pages about games, wagers and rounds."""
