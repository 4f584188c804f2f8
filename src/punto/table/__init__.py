"""The model of a gaming table, as two pure functions: `decide` and `evolve`."""
