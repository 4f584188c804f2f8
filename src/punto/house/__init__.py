"""The house: its staff, its terminals and its access log."""
