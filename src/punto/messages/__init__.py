"""The texts of every language, one catalogue per feature, as the server sends them to browsers."""
