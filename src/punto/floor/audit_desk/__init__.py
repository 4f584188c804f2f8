"""The audit desk."""
