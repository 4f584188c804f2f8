"""Checks of the auditor, one module per subject."""
