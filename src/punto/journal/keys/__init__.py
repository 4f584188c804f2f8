"""Keys of a house, and what they seal and sign."""
