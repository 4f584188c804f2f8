"""The owners of tables: queue, dealer and clock."""
