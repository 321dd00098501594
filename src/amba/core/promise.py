"""What is promised about the dice before they fall.

The promise is a hash over the key of the dice and the whole header: whoever holds it can tell afterwards that neither was changed. The players' browsers
mix the dice: each commits itself to a secret before it knows the others', then they are opened, and from then on the dice follow from the key and from them.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

from amba.core.log import FORMAT, OLD_FORMAT, Header, canonical

SECRET_LETTERS = 64
"""A browser's secret: 32 bytes in hexadecimal."""


def promise_of(key: bytes, header: Header) -> str:
    """What is published before the first roll. It hides the key, and a position with secrets in it."""
    if header.format == OLD_FORMAT:
        return hashlib.sha256(b"amba dice key" + key).hexdigest()
    body = {name: value for name, value in header.body().items() if name != "commitment"}
    return hashlib.sha256(b"amba promise" + len(key).to_bytes(2, "big") + key + canonical(body).encode()).hexdigest()


def promised(header: Header, key: bytes) -> Header:
    """The header of a new game with its promise."""
    whole = header._replace(format=FORMAT)
    return whole._replace(commitment=promise_of(key, whole))


def commitment_to(secret: str) -> str:
    """What a browser says of its secret before it opens it."""
    return hashlib.sha256(f"amba dice secret {secret}".encode()).hexdigest()


def is_secret(text: str) -> bool:
    return len(text) == SECRET_LETTERS and all(letter in "0123456789abcdef" for letter in text)


def seal_of(promise: str, mix: Mapping[str, str]) -> str:
    """The promise once the dice are mixed: from here on every die is settled."""
    return hashlib.sha256(f"amba dice seal {promise} {canonical(dict(mix))}".encode()).hexdigest()


def mixed_key(key: bytes, mix: Mapping[str, str]) -> bytes:
    """The key the dice fall by: the server's, and everybody's secrets."""
    return hmac.digest(key, canonical(dict(mix)).encode(), "sha256") if mix else key
