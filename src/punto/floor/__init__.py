"""The tables, terminals and staff screens of a casino floor in one process."""
