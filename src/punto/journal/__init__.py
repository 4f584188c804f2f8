"""What is kept: entries, transfers, balances, chains, snapshots."""
