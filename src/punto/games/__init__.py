"""What the documents say: data that cites its clauses."""
