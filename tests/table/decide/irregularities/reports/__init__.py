"""What staff tell the table, what they may, and which row then answers."""
