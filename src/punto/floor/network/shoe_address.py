"""Parse the address of a dealing shoe, plain TCP on this machine or TLS elsewhere."""

from dataclasses import dataclass

from punto.floor.network.allowed_networks import is_this_machine
from punto.floor.network.numbers import whole_number


@dataclass(frozen=True, slots=True)
class ShoeAddress:
    """A host and a port, and whether it is spoken to by TLS."""

    host: str
    port: int
    is_tls: bool


def parse_address(line: object) -> ShoeAddress:
    """Reads a line such as tcp://127.0.0.1:9100; raises what was expected.

    No word of the house has a line to another machine go in the clear: whoever listens on it would
    know cards before they are shown.
    """
    scheme, _, rest = line.partition("://") if isinstance(line, str) else ("", "", "")
    named, _, port = rest.rpartition(":")
    host = named[1:-1] if named.startswith("[") and named.endswith("]") else named
    number = whole_number(port, maximum=65_535)
    if scheme not in ("tcp", "tls") or not host or not number:
        raise ValueError(
            f"{line!r:.80}; expected a line such as tcp://127.0.0.1:9100 or tls://shoe.example:9100"
        )
    if scheme == "tcp" and not is_this_machine(host):
        raise ValueError(
            f"{line!r} leads to another machine in the clear; expected tls://{named}:{port}"
        )
    return ShoeAddress(host, number, scheme == "tls")
