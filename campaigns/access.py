"""Try the whole matrix of positions, and forged tokens, sockets, vouchers and bundles.

All requests go to the real handlers in process, through the same interface as a server (ASGI): the
strict headers, the routes, the staff consoles, the tables and a journal on disk. The matrix sends
every command to every sample table in every role. It takes the expected answers from the reference
page on positions. The floor must refuse every forgery. Afterwards the campaign disables each check
and repeats the attempts. These must succeed, because a check that cannot fail proves nothing.
"""

import asyncio

import structlog

from campaigns.forgeries import forgeries
from campaigns.matrix import LETTERS, matrix
from campaigns.requested_size import requested

TRIES = {"small": 2_000, "full": 100_000, "huge": 1_000_000}
STRIDE = {"small": 97, "full": 1, "huge": 1}


def main(size: str) -> None:
    """Run both campaigns and print the results."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    for letter in LETTERS:
        asyncio.run(matrix(letter, STRIDE[size]))
    asyncio.run(forgeries(TRIES[size]))


if __name__ == "__main__":
    main(requested("access", TRIES)[0])
