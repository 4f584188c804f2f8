"""Keys of a house: versions, signatures, sealed secrets and the master key."""
