"""Who gets in and who does what: the whole matrix of positions, and forgeries without number.

Everything goes to the real handlers, in process, by the door a server would use (ASGI): the strict
headers, the routes, the staff desk, the tables and a journal on disk. The matrix asks every command
of every sample table as every role; what is expected is read from the reference page on positions.
Of each kind of forgery none may be accepted. Each check is then tried with what it guards planted
open, and must fail: a check that cannot fail proves nothing.
"""

import asyncio

import structlog

from campaigns.forgeries import forgeries
from campaigns.matrix import LETTERS, matrix
from campaigns.requested_size import requested

TRIES = {"small": 2_000, "full": 100_000, "huge": 1_000_000}
STRIDE = {"small": 97, "full": 1, "huge": 1}


def main(size: str) -> None:
    """Tries it all and says what was found."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    for letter in LETTERS:
        asyncio.run(matrix(letter, STRIDE[size]))
    asyncio.run(forgeries(TRIES[size]))


if __name__ == "__main__":
    main(requested("access", TRIES)[0])
