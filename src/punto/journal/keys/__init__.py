"""Keys of a house, with their versions, signatures, sealed secrets and master key."""
