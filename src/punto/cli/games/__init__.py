"""Commands about games and odds."""
