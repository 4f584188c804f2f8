"""Pages about simulations."""
