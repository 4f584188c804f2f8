"""Where every cent is: double entry, visits, vouchers."""
