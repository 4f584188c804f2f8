"""Test whether the order of cards in shoes is random."""
