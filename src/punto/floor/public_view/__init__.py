"""The public views of a table."""
