"""What is printed and shown, as values."""
