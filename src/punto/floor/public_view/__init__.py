"""What everyone may see of a table."""
