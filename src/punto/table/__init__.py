"""What happens at a gaming table: two pure functions, `decide` and `evolve`."""
