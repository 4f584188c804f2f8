"""The lobby and the help pages of games."""
