"""Cache decoded rulebooks and entries, because decoding would take most of the time of a cut.

The cached functions are pure, so the cache does not change their results.
"""

from functools import lru_cache

from punto.core.rulebook import decode_rulebook
from punto.floor.streams import aggregates
from punto.journal import chain
from punto.journal.encoding import decode
from punto.table.decide.play import opening

vars(opening)["decode_rulebook"] = vars(aggregates)["decode_rulebook"] = lru_cache(decode_rulebook)
vars(chain)["decode"] = lru_cache(4_096)(decode)
