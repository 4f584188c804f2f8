"""Where cards come from."""
