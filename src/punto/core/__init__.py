"""Cards, drawing rules, wagers and settlement of a baccarat round."""
