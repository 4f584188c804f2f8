"""The submission pack: all that a test house asks for, made by one command from the product."""
