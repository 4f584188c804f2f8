"""Accept connections only from the house's networks, and refuse all others."""

import time
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import structlog

Network = IPv4Network | IPv6Network

PRIVATE: tuple[Network, ...] = tuple(
    ip_network(each)
    for each in (
        "127.0.0.0/8",
        "::1/128",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "fc00::/7",
        "169.254.0.0/16",
        "fe80::/10",
    )
)
"""This machine, and the private address ranges, which public networks do not route."""

LOG_INTERVAL_SECONDS = 60.0
LOG = structlog.get_logger("punto.networks")


class AllowedNetworks:
    """Accept only machines of some networks, and log the others."""

    def __init__(
        self,
        networks: tuple[Network, ...] = PRIVATE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._networks, self._clock = networks, clock
        self._logged_at: float | None = None
        self._refused_count = 0

    def accept(self, host: str) -> bool:
        """Whether an address may connect. A refusal is logged."""
        is_accepted = is_allowed(host, self._networks)
        if not is_accepted:
            self._log_refusal(host)
        return is_accepted

    def _log_refusal(self, host: str) -> None:
        """Log one line per minute with the count, so that a flood does not fill the log."""
        self._refused_count += 1
        now = self._clock()
        if self._logged_at is not None and now - self._logged_at < LOG_INTERVAL_SECONDS:
            return
        LOG.warning(
            "refused connection from outside the allowed networks",
            address=host,
            count=self._refused_count,
        )
        self._logged_at, self._refused_count = now, 0


def is_allowed(host: str, networks: tuple[Network, ...]) -> bool:
    """Whether a host is an address in one of the networks; false for a name."""
    found = _address(host)
    return found is not None and any(found in each for each in networks)


def is_this_machine(host: str) -> bool:
    """Whether a host is this machine, so that traffic to it stays off the network.

    Names other than localhost are not resolved, because their addresses may change.
    """
    found = _address(host)
    return host == "localhost" if found is None else found.is_loopback


def network_of(text: object) -> Network:
    """Parse a private network such as 10.20.0.0/16; raise if it is malformed or not private."""
    try:
        found = ip_network(text if isinstance(text, str) else "")
    except ValueError:
        raise ValueError(f"{text!r}; expected a network such as 10.20.0.0/16") from None
    if not any(_lies_in(found, each) for each in PRIVATE):
        raise ValueError(f"{text!r} is not a private network; expected part of {_PRIVATE_WORDS}")
    return found


_PRIVATE_WORDS = ", ".join(map(str, PRIVATE))


def _lies_in(part: Network, whole: Network) -> bool:
    match part, whole:
        case (IPv4Network(), IPv4Network()) | (IPv6Network(), IPv6Network()):
            return part.subnet_of(whole)  # type: ignore[arg-type]
    return False


def _address(host: str) -> IPv4Address | IPv6Address | None:
    """Parse an address, None for a name. An IPv4 address in IPv6 notation becomes IPv4."""
    try:
        found = ip_address(host)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
