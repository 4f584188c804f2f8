"""Reports: what a journal adds up to, as values; every figure stands beside the ledger's own."""
