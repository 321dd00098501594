"""Web Push: a browser that agreed is called even when no page of ours is open. Needs `pip install "amba[push]"`."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Collection

from cryptography.hazmat.primitives import serialization
from py_vapid import Vapid02
from pywebpush import WebPushException, webpush

from amba.server.calls import Call, Gone
from amba.server.storage import Storage

SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")
"""Where browsers' own services are: a server calls no address that somebody made up."""
ADDRESS = re.compile(r"(?P<place>https?://(?P<host>[A-Za-z0-9.-]+)(?::[0-9]{1,5})?)/[!-\[\]-~]*")
"""Scheme, host and port, then a path of plain letters."""
KEEP = 24 * 3600
"""Seconds a service keeps a call for a browser that is not running."""
GONE = {404, 410}


def load_key(text: str) -> Vapid02:
    return Vapid02.from_pem(text.encode())


def new_key() -> str:
    vapid = Vapid02()
    vapid.generate_keys()
    return str(vapid.private_pem().decode())


class Push:
    """Sends through the browsers' own services, signed with the key of this database."""

    def __init__(self, storage: Storage, contact: str, services: Collection[str] = SERVICES) -> None:
        self.key = load_key(storage.setting("vapid", new_key()))
        self.contact = contact
        self.services = tuple(services)

    @property
    def public(self) -> str:
        """The key that browsers ask for, as they want it written."""
        raw = self.key.public_key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(raw).decode().rstrip("=")

    def is_known(self, endpoint: str) -> bool:
        """Whether this is an address of a service we send to."""
        # What programs read differently is no address: one takes the host before a backslash, another the one after it.
        found = ADDRESS.fullmatch(endpoint)
        if found is None:
            return False
        place, host = found["place"].lower(), found["host"].lower()
        return any(place == name or (place == f"https://{host}" and (host == name or host.endswith(f".{name}"))) for name in self.services)

    def send(self, calls: list[Call]) -> None:
        for call in calls:
            # Where it leads is told by the page, which knows its own seats: the token travels encrypted all the same.
            body = json.dumps({"title": call.title, "body": call.text.strip()[-300:], "tag": call.table, "token": call.token})
            try:
                webpush(json.loads(call.address), body, vapid_private_key=self.key, vapid_claims={"sub": self.contact}, ttl=KEEP, timeout=20)
            except WebPushException as error:
                if error.response is not None and error.response.status_code in GONE:
                    raise Gone(call.address) from error
                raise
