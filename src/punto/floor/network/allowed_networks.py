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
"""This machine, and the ranges that no network between houses carries."""

LOG_INTERVAL_SECONDS = 60.0
LOG = structlog.get_logger("punto.networks")


class AllowedNetworks:
    """Accept machines of some networks only, and log the others."""

    def __init__(
        self,
        networks: tuple[Network, ...] = PRIVATE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._networks, self._clock = networks, clock
        self._logged_at: float | None = None
        self._turned_away = 0

    def accept(self, host: str) -> bool:
        """Whether an address may connect. A refusal is logged."""
        is_accepted = is_allowed(host, self._networks)
        if not is_accepted:
            self._log_refusal(host)
        return is_accepted

    def _log_refusal(self, host: str) -> None:
        """One line a minute, with how many there were: a flood from outside fills no log."""
        self._turned_away += 1
        now = self._clock()
        if self._logged_at is not None and now - self._logged_at < LOG_INTERVAL_SECONDS:
            return
        LOG.warning("turned away", address=host, count=self._turned_away)
        self._logged_at, self._turned_away = now, 0


def is_allowed(host: str, networks: tuple[Network, ...]) -> bool:
    """Whether an address lies in one of some networks; what is no address lies in none."""
    found = _address(host)
    return found is not None and any(found in each for each in networks)


def is_this_machine(host: str) -> bool:
    """Whether a host is this machine itself, so that nothing said to it passes a network.

    Names other than localhost are not asked for: who answers for them may change.
    """
    found = _address(host)
    return host == "localhost" if found is None else found.is_loopback


def network_of(text: object) -> Network:
    """A network such as 10.20.0.0/16; raises where it is none, or not of a house's own."""
    try:
        found = ip_network(text if isinstance(text, str) else "")
    except ValueError:
        raise ValueError(f"{text!r}; expected a network such as 10.20.0.0/16") from None
    if not any(_lies_in(found, each) for each in PRIVATE):
        raise ValueError(f"{text!r} is no private network; expected part of {_PRIVATE_WORDS}")
    return found


_PRIVATE_WORDS = ", ".join(map(str, PRIVATE))


def _lies_in(part: Network, whole: Network) -> bool:
    match part, whole:
        case (IPv4Network(), IPv4Network()) | (IPv6Network(), IPv6Network()):
            return part.subnet_of(whole)  # type: ignore[arg-type]
    return False


def _address(host: str) -> IPv4Address | IPv6Address | None:
    """An address; one of version 4 that comes written as one of version 6 is itself."""
    try:
        found = ip_address(host)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
