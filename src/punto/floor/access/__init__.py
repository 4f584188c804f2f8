"""Who may sign in and act."""
