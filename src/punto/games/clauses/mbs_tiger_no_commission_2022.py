"""What became of each clause."""

from punto.core.clauses import Clause

REGISTER: tuple[Clause, ...] = ()
