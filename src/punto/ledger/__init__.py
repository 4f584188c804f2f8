"""Double-entry ledger of every cent, with visits and vouchers."""
