"""The floor: tables, terminals and staff screens of a casino, in one process."""
