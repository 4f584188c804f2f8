"""Test the random orders that simulation plays."""
