"""One table in memory: the game, what every seat may see of it, and the order of checks. No input or output here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.core.decision import CHANCE, Action, Decision, IllegalAction, Refusal, Side
from amba.core.endings import in_words, otherwise
from amba.core.game import Game, judge, refuse_words
from amba.core.log import Entry, Log, canonical
from amba.core.order import Words
from amba.core.session import Played, Session
from amba.core.state import State
from amba.core.view import result_view
from amba.server.answers import Refused, Seat, completed, head_of, menu_data, preview_data, ray_data, tails_data
from amba.server.clock import Clock
from amba.server.link_storage import PartRow
from amba.server.telling import PieceRoute, SharedLines, Telling, board_titles, routes_of


class Table:
    """A session with its seats. Whoever calls holds the table's lock."""

    def __init__(
        self,
        id: str,
        session: Session,
        seats: dict[str, str],
        imported: int = 0,
        clock: Clock | None = None,
        reasons: Mapping[int, str] | None = None,
        hints: bool = True,
    ) -> None:
        self.id = id
        self.session = session
        self.game: Game = session.game
        self.seats = seats
        self.imported = imported
        self.clock = clock or Clock()
        self.reasons: dict[int, str] = dict(reasons or {})
        """Why a bot did what it did, by the number of the action."""
        self.hints = hints
        """Whether a player may ask what a planner would do."""
        self.parts: dict[str, PartRow] = {}
        """What each side's browser adds to the dice."""
        self.bound: float | None = None
        """When everybody had committed himself to his part in them, by the machine's clock."""
        self.stored = len(session.log.rows)
        """How many lines of the log are on the disk."""
        self.routes: dict[Side | None, list[PieceRoute]] = {}
        """The ways pieces went in the newest entries, as each audience may know them."""
        self.audiences: tuple[Side | None, ...] = (None, *range(len(self.game.sides)))
        self.lines: dict[Side | None, list[dict[str, Any] | None]] = {audience: [] for audience in self.audiences}
        self.edition = 0
        """Goes up whenever something is taken back: the same number of entries may then mean another position."""
        self._titles = board_titles(self.game, session.log.header.scenario)
        self._telling = Telling(self.game, session.log.header.scenario)
        self._grow()

    # The present

    @property
    def n(self) -> int:
        """How many entries there are: the number of the position."""
        return len(self.session.done)

    @property
    def is_over(self) -> bool:
        return self.session.log.ending is not None

    @property
    def decision(self) -> Decision | None:
        return None if self.is_over else self.session.decision

    @property
    def decider(self) -> Side | None:
        decision = self.decision
        return None if decision is None else decision.who

    def bot_level(self, side: Side | None) -> str:
        """The level of the bot that plays this side; empty for people."""
        if side is None or side == CHANCE:
            return ""
        kind, _, level = self.seats.get(self.game.sides[side], "").partition(":")
        return level if kind == "bot" else ""

    def viewpoint(self, seat: Seat) -> Side | None:
        """With whose eyes a seat sees: at a shared screen, with those of the side that decides."""
        if not seat.sides:
            return None
        return self.decider if self.decider in seat.sides else seat.sides[0]

    def log_audience(self, seat: Seat) -> Side | None:
        """A shared screen reads what both may know: yesterday's secret of the one is not for the other."""
        return seat.sides[0] if len(seat.sides) == 1 else None

    def view(self, side: Side | None, state: State | None = None, n: int | None = None) -> dict[str, Any]:
        view = dict(self.game.view(self.session.state if state is None else state, side))
        view["n"] = self.n if n is None else n
        view["side"] = None if side is None else self.game.sides[side]
        if view["n"] == self.n and self.is_over:
            view["decision"] = None
            view["result"] = self.result()
        return view

    def result(self) -> dict[str, Any]:
        by_rules = self.game.result(self.session.state)
        found = result_view(by_rules, self.game.sides)
        ending = self.session.log.ending or {}
        if found is not None:
            # The words of the ending also say that it was practice, or that rolls were taken back.
            return {**found, "text": ending.get("text") or found["text"]}
        return {"winner": ending.get("winner"), "level": ending.get("level", ""), "text": ending.get("text", "")}

    def menu(self, seat: Seat) -> dict[str, Any] | None:
        if self.decider is None or self.decider not in seat.sides:
            return None
        return menu_data(self.game, self.session.state)

    # The order of checks: seat, game open, this side decides, position not stale, legal

    def check_player(self, seat: Seat) -> None:
        if seat.watches:
            raise Refused("seat", "You are watching this game and have no side in it.")
        if self.is_over:
            raise Refused("over", f"The game is over. {self.result()['text']}".strip())

    def check_turn(self, seat: Seat, n: int, edition: int | None = None) -> Side:
        self.check_player(seat)
        decision = self.decision
        assert decision is not None
        if decision.who == CHANCE:
            raise Refused("turn", "The dice wait until every player has sat down and mixed them.", decision.rule)
        if decision.who not in seat.sides:
            raise Refused("turn", f"It is not your choice now: {self.game.sides[decision.who].title()} decides.", decision.rule)
        if n != self.n:
            raise Refused("stale", f"That was chosen from an older position ({n}); the game is at {self.n}. Nothing was done.")
        if edition is not None and edition != self.edition:
            raise Refused("stale", f"Something was taken back meanwhile: position {n} is another one now. Nothing was done.")
        return decision.who

    def act(self, seat: Seat, n: int, words: Words, why: str = "", edition: int | None = None) -> list[Played]:
        """Do it, and whatever the dice decide after it. Raises Refused and changes nothing when it may not be."""
        side = self.check_turn(seat, n, edition)
        order = self.game.read(self.session.state, words)
        if isinstance(order, Refusal):
            raise Refused.by_rule(order)
        before = self.n
        try:
            done = self.session.act(side, order)
        except IllegalAction as illegal:
            raise Refused.by_rule(illegal.refusal) from None
        except Exception:
            self.rewind(before)
            raise
        if why:
            self.reasons[before] = why
        self._grow()
        return done

    # Taking back

    def undo_to(self, seat: Seat) -> int:
        """The number of entries that stay when this seat takes back its last action."""
        self.check_player(seat)
        done = self.session.done
        if not done or all(entry.by == CHANCE for entry in done):
            raise Refused("undo", "There is nothing to take back.")
        last = done[-1]
        if self.session.undoable() is None:
            raise Refused("undo", "Dice have fallen or something was revealed: only the other side can allow you to take that back.")
        if last.by not in seat.sides:
            raise Refused("undo", "The other side has acted since: only they can allow you to take that back.")
        return last.n

    def ask_to(self, seat: Seat) -> int:
        """Where a seat that asks would go back to: before its own last action."""
        self.check_player(seat)
        for done in reversed(self.session.done):
            if done.by in seat.sides:
                return done.n
        raise Refused("undo", "There is nothing of yours to take back.")

    def has_seen_since(self, count: int) -> bool:
        """Whether dice fell or something was shown after the first `count` entries."""
        return any(done.by == CHANCE or any(map(self.game.reveals, done.events)) for done in self.session.done[count:])

    def take_back(self, count: int, by: Side | None = None) -> None:
        """Keep only the first `count` entries; what somebody has seen stays in the log as taken back."""
        self.session.take_back(count, by)
        self._cut(count)

    def mix(self) -> None:
        """The browsers' secrets settle the dice, and whatever waited for them falls."""
        self.session.mix({side: part.secret for side, part in self.parts.items() if part.secret is not None})
        self._grow()

    def rewind(self, count: int) -> None:
        """Keep only the first `count` entries, as if the others had never been."""
        self.session.rewind(count)
        self._cut(count)

    def _cut(self, count: int) -> None:
        self.edition += 1
        for lines in self.lines.values():
            del lines[count:]
        self.reasons = {n: why for n, why in self.reasons.items() if n < count}

    def claim(self, seat: Seat) -> Side:
        """The side that may claim because the other has left it waiting longer than was agreed."""
        self.check_player(seat)
        decider = self.decider
        assert decider is not None
        if decider == CHANCE:
            raise Refused("claim", "The dice wait until every player has sat down: nobody keeps you waiting.")
        if decider in seat.sides:
            raise Refused("claim", "It is your own choice now: nobody keeps you waiting.")
        if self.bot_level(decider):
            raise Refused("claim", "A bot decides: it will.")
        if not self.clock.pace:
            raise Refused("claim", "No pace was agreed for this table, so nothing can be claimed. You may offer a draw.")
        left = self.clock.left()
        if left > 0:
            raise Refused("claim", f"The pace agreed is {in_words(self.clock.pace)} for a choice. You may claim in {in_words(left)}.")
        return seat.sides[0]

    def may_claim(self, seat: Seat) -> bool:
        """Whether this seat has waited long enough."""
        try:
            self.claim(seat)
        except Refused:
            return False
        return True

    def close(self, level: str, side: Side | None, waited: int = 0) -> None:
        """End the game other than by its rules; `side`: the winner, or who claims a draw."""
        record = self.session.log
        record.close(otherwise(self.game, record, self.session.dice.key, level, side, waited))

    # Questions

    def tails(self, seat: Seat, n: int, head: Words) -> list[dict[str, Any]]:
        self.check_turn(seat, n)
        return tails_data(self.game, self.session.state, head)

    def why(self, seat: Seat, n: int, words: Words) -> dict[str, Any]:
        self.check_turn(seat, n)
        state = self.session.state
        if head_of(self.game, self.game.legal(state), words) is not None:
            return {"ok": True, "rule": "", "text": "", "items": (), "hexes": ()}
        refusal = refuse_words(self.game, state, completed(self.game, state, self.viewpoint(seat), words))
        if refusal is None:
            return {"ok": True, "rule": "", "text": "", "items": (), "hexes": ()}
        found = {"ok": False, "rule": refusal.rule, "text": refusal.text, "items": refusal.items, "hexes": refusal.hexes}
        return {**found, "rays": ray_data(refusal.rays)} if refusal.rays else found

    def preview(self, seat: Seat, n: int, words: Words) -> dict[str, Any]:
        self.check_turn(seat, n)
        order = judge(self.game, self.session.state, words)
        if isinstance(order, Refusal):
            return preview_data(None)
        found = preview_data(self.game.preview(self.session.state, order))
        return {**found, "rolls": self.is_final(order)} if found.get("odds") else found

    def is_final(self, action: Action) -> bool:
        """Whether an action of a fight cannot be taken back: the dice or the other side come next, or something is shown by it."""
        state = self.session.state
        before, after = self.game.decision(state), state.copy()
        events = self.game.apply(after, action)
        then = self.game.decision(after)
        return then is None or before is None or then.who != before.who or any(map(self.game.reveals, events))

    def overlay(self, seat: Seat, key: str, arg: str) -> dict[str, Any]:
        return self.game.overlay(self.session.state, self.viewpoint(seat), key, arg)

    def replay(self, seat: Seat, n: int) -> dict[str, Any]:
        n = min(n, self.n)
        return {"view": self.view(self.viewpoint(seat), self.session.state_at(n), n), "n": n, "of": self.n}

    # The log, cut to what an audience may see

    def entries(self, seat: Seat, since: int = 0) -> list[dict[str, Any]]:
        audience = self.log_audience(seat)
        found = [entry for entry in self.lines[audience][since:] if entry is not None]
        open_reasons = self.open_reasons(audience, since)
        return [{**entry, "why": open_reasons[entry["n"] - 1]} if entry["n"] - 1 in open_reasons else entry for entry in found]

    def all_reasons(self) -> dict[int, str]:
        """By the number of the log entry, for when the game is over."""
        return {n + 1: why for n, why in self.reasons.items()}

    def open_reasons(self, audience: Side | None, since: int = 0) -> dict[int, str]:
        """Bots speak of open facts only. Still, a reason that names a piece this audience cannot see waits for the end of the game."""
        found = {n: why for n, why in self.reasons.items() if n >= since}
        if not found or self.is_over:
            return found
        seen = self.game.view(self.session.state, audience)["pieces"]
        hidden = [title for key, titles in self._titles.items() if key not in seen for title in titles]
        return {n: why for n, why in found.items() if not any(title in why for title in hidden)}

    def paths(self, seat: Seat, since: int) -> dict[str, list[str]]:
        """The way each piece went since that entry, hex by hex."""
        found: dict[str, list[str]] = {}
        for n, piece, path in self.routes.get(self.log_audience(seat), []):
            if n >= since:
                found[piece] = found[piece] + path[1:] if piece in found and found[piece][-1] == path[0] else path
        return found

    def _grow(self) -> None:
        """Write the sentences of the new entries, each seen from the position right after it."""
        have = len(self.lines[None])
        if have == self.n:
            return
        fresh = self.session.done[have:]
        self.routes = {audience: [] for audience in self.audiences}
        alone = len(fresh) == 1 and fresh[0].by != CHANCE
        state = self.session.state if alone else self.session.state_at(have)
        for done in fresh:
            asked = self.game.decision(state) if done.by == CHANCE else None
            if not alone:
                for event in done.events:
                    event.fold(state)
            told: SharedLines = {}
            for audience in self.audiences:
                seen = [self.game.redact(state, event, audience) for event in done.events]
                self.routes[audience] += routes_of(self.game, done.n, seen)
                before = self.lines[audience][-1] if self.lines[audience] else None
                self.lines[audience].append(self._telling.entry(state, done, seen, asked, told, before))

    def file(self, seat: Seat) -> str:
        """The log file: whole when the game is over or the seat plays every side, else cut to what the seat saw."""
        log = self.session.log
        if self.is_over or len(seat.sides) == len(self.game.sides):
            return log.text()
        return self._cut_file(log, self.log_audience(seat))

    def _cut_file(self, log: Log, side: Side | None) -> str:
        # No hashes here: the hash of a line with a secret would let anybody try every secret until it fits.
        cut = "watcher" if side is None else self.game.sides[side]
        rows: list[dict[str, Any]] = [{**log.header.body(), "position": None, "cut": cut}]
        state = self.session.start.copy()
        encode = self.game.names.codec.encode
        for done, entry in zip(self.session.done, log.entries, strict=True):
            for event in done.events:
                event.fold(state)
            seen = [self.game.redact(state, event, side) for event in done.events]
            words = self.game.redact_action(state, done.words, done.by, side)
            rows.append(Entry(entry.n, entry.by, list(words), [encode(event) for event in seen if event is not None])._asdict())
        return "".join(canonical(row) + "\n" for row in rows)
