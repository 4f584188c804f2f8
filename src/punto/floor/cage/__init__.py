"""The cage desk of cashiers."""
