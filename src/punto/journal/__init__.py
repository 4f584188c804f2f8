"""Journal of entries, with transfers, balances, hash chains and snapshots."""
