"""The auditor's own rules of the games and the table."""
