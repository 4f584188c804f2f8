"""Reports from a journal, as values; each figure is compared with the ledger's own."""
