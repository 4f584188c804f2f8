"""What loads a floor: light lines, a crowd of terminals, and a bare server to compare with."""
