"""Record every cent in a double-entry ledger, with visits and vouchers."""
