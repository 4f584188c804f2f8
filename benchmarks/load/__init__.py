"""Load a floor with light connections and a crowd of terminals, and compare with a bare server."""
