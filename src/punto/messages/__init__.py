"""The texts of the screens in every language, one catalogue per feature."""
