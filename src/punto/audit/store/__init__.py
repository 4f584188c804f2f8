"""Read a journal file without the code that wrote it."""
