"""Messages are keys with values; catalogues hold the words of each language."""
