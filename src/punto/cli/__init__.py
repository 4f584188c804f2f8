"""The command line: reads words, prints pages."""
