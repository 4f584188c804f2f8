"""The cage desk."""
