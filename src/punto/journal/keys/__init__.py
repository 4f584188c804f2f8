"""Keys of a house, with their sealing, signing and master key."""
