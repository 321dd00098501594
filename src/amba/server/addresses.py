"""Where a call comes from."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection

from starlette.requests import HTTPConnection


def plain(host: str) -> str:
    """An address as people write it: a server that listens on all of IPv6 sees those of IPv4 as `::ffff:10.0.0.1`."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return str(mapped or found)


def address_of(connection: HTTPConnection) -> str:
    """Where a call comes from: the limits are by address. Whoever has one IPv6 address has a whole network of them, which counts as one."""
    host = plain(connection.client.host) if connection.client is not None else ""
    try:
        return str(ipaddress.ip_network((host, 64), strict=False)) if ":" in host else host
    except ValueError:
        return host


def is_among(host: str, known: Collection[str]) -> bool:
    """Whether an address is one of these, or in one of these networks."""
    try:
        found = ipaddress.ip_address(plain(host))
    except ValueError:
        return host in known
    return any(found in ipaddress.ip_network(one, strict=False) for one in known)
