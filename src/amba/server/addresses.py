"""Where a call comes from."""

from __future__ import annotations

import ipaddress

from starlette.requests import HTTPConnection


def address_of(connection: HTTPConnection) -> str:
    """Where a call comes from: the limits are by address. Whoever has one IPv6 address has a whole network of them, which counts as one."""
    host = connection.client.host if connection.client is not None else ""
    try:
        return str(ipaddress.ip_network((host.partition("%")[0], 64), strict=False)) if ":" in host else host
    except ValueError:
        return host
