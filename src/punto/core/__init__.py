"""What a round of baccarat is."""
