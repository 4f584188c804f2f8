"""Play shoes of simulated rounds on CPU, NumPy and GPU."""
