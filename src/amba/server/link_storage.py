"""Where invitations are kept, and what the players' browsers add to the dice: a part of the storage."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class LinkRow(NamedTuple):
    """An invitation to a side: the first browser that opens it gets a seat of its own, and the link is used up."""

    token: str
    table: str
    side: str
    taken: str | None = None
    """The token of the seat that it became."""


class PartRow(NamedTuple):
    """What a side's browser adds to the dice: first only a hash of it, then the secret itself."""

    side: str
    commitment: str
    secret: str | None = None


class LinkStorage(ABC):
    """The statements about invitations and about the mixing of dice."""

    @abstractmethod
    def rows(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """What a question finds; `?` stands for a value."""

    @abstractmethod
    def write(self, *steps: tuple[str, Sequence[Sequence[object]]]) -> None:
        """All of it or nothing: each statement for each of its rows."""

    def link(self, token: str) -> LinkRow | None:
        row = next(iter(self.rows("SELECT token, table_id, side, taken FROM links WHERE token = ?", (token,))), None)
        return LinkRow(*row) if row else None

    def links(self, id: str) -> list[LinkRow]:
        return [LinkRow(*row) for row in self.rows("SELECT token, table_id, side, taken FROM links WHERE table_id = ? ORDER BY side, token", (id,))]

    def add_link(self, link: LinkRow) -> None:
        """A new invitation; one to the same side that nobody has opened is void."""
        self.write(
            ("DELETE FROM links WHERE table_id = ? AND side = ? AND taken IS NULL", [(link.table, link.side)]),
            ("INSERT INTO links (token, table_id, side, taken) VALUES (?, ?, ?, ?)", [link]),
        )

    def drop_link(self, id: str, side: str) -> None:
        """The invitation to this side is void, if nobody has opened it."""
        self.write(("DELETE FROM links WHERE table_id = ? AND side = ? AND taken IS NULL", [(id, side)]))

    def take_link(self, token: str, seat: str) -> bool:
        """The link becomes this seat, which alone holds the side from now on. False: it was not to be had any more."""
        link = self.link(token)
        known = "SELECT token FROM seats WHERE token = ? UNION SELECT token FROM links WHERE token = ?"
        if link is None or link.taken is not None or self.rows(known, (seat, seat)):
            # A link is known to whoever handed it out: it can be nobody's private seat.
            return False
        held = self.rows("SELECT token, sides FROM seats WHERE table_id = ?", (link.table,))
        freed = [(" ".join(key for key in sides.split() if key != link.side), holder) for holder, sides in held]
        self.write(
            ("UPDATE links SET taken = ? WHERE token = ?", [(seat, token)]),
            ("UPDATE seats SET sides = ? WHERE token = ?", freed),
            ("INSERT INTO seats (token, table_id, sides, host, watch) VALUES (?, ?, ?, 0, 0)", [(seat, link.table, link.side)]),
        )
        return True

    def rematches(self, id: str) -> dict[str, str]:
        """The invitations to another game that nobody has opened, by the side that is invited."""
        statement = "SELECT rematches.side, link FROM rematches JOIN links ON links.token = link WHERE rematches.table_id = ? AND taken IS NULL"
        return dict(self.rows(statement, (id,)))

    def offer_rematch(self, id: str, links: Mapping[str, str]) -> None:
        """Invite these sides of a finished game to another; older invitations are forgotten."""
        self.write(
            ("DELETE FROM rematches WHERE table_id = ?", [(id,)]),
            ("INSERT INTO rematches (table_id, side, link) VALUES (?, ?, ?)", [(id, *pair) for pair in links.items()]),
        )

    def parts(self, id: str) -> list[PartRow]:
        return [PartRow(*row) for row in self.rows("SELECT side, commitment, secret FROM parts WHERE table_id = ? ORDER BY side", (id,))]

    def keep_parts(self, id: str, parts: Sequence[PartRow]) -> None:
        statement = (
            "INSERT INTO parts (table_id, side, commitment, secret) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (table_id, side) DO UPDATE SET commitment = excluded.commitment, secret = excluded.secret"
        )
        self.write((statement, [(id, *part) for part in parts]))
