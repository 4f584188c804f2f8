"""Parse the address of a dealing shoe, plain TCP on this machine or TLS elsewhere."""

from dataclasses import dataclass

from punto.floor.network.allowed_networks import is_this_machine
from punto.floor.network.numbers import whole_number


@dataclass(frozen=True, slots=True)
class ShoeAddress:
    """A host and a port, and whether the connection uses TLS."""

    host: str
    port: int
    is_tls: bool


def parse_address(line: object) -> ShoeAddress:
    """Parse an address such as tcp://127.0.0.1:9100; the error names the expected form.

    Only TLS may lead to another machine: on a plain connection, a listener would learn the cards
    before they are exposed. No setting of the house can allow that.
    """
    scheme, _, rest = line.partition("://") if isinstance(line, str) else ("", "", "")
    named, _, port = rest.rpartition(":")
    host = named[1:-1] if named.startswith("[") and named.endswith("]") else named
    number = whole_number(port, maximum=65_535)
    if scheme not in ("tcp", "tls") or not host or not number:
        raise ValueError(
            f"{line!r:.80}; expected an address such as tcp://127.0.0.1:9100 "
            "or tls://shoe.example:9100"
        )
    if scheme == "tcp" and not is_this_machine(host):
        raise ValueError(
            f"{line!r} leads to another machine without TLS; expected tls://{named}:{port}"
        )
    return ShoeAddress(host, number, scheme == "tls")
