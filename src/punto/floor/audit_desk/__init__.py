"""The audit desk, with journal pages, replays, verification and bundles."""
