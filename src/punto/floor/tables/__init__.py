"""Owners of gaming tables, each with its command queue, dealer and clock."""
