"""What every wager is worth, exactly, for any cards still in the shoe."""
