"""Rulebooks that cite the clauses of their documents, with readings and house policies."""
