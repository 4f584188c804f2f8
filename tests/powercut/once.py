"""Read once: what pure functions read from the same text is the same each time, and reading a
rulebook or an entry anew would take longer than everything else in a cut."""

from functools import lru_cache

from punto.core.rulebook import decode_rulebook
from punto.floor.streams import aggregates
from punto.journal import chain
from punto.journal.encoding import decode
from punto.table.decide.play import opening

vars(opening)["decode_rulebook"] = vars(aggregates)["decode_rulebook"] = lru_cache(decode_rulebook)
vars(chain)["decode"] = lru_cache(4_096)(decode)
