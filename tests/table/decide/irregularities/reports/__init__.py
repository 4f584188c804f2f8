"""Test the permissions, the evidence and the rows of reported irregularities."""
