"""Positions as text: what may be done here, why not, with what odds, and what comes of it (docs/positions.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from amba.core.decision import CHANCE, Action, Decision, IllegalAction, Preview, Refusal
from amba.core.event import Event
from amba.core.game import BadPosition, Game, judge, refuse_words, worded
from amba.core.menu import Menu
from amba.core.order import Words
from amba.core.pool import DIE
from amba.core.state import State
from amba.load.files import DataError, Toml, read_text
from amba.load.registry import UnknownGame, open_game
from amba.load.toml_text import toml_text

Order = str | Sequence[str]
"""``"move 5-ind 1209"`` or ``("move", "5-ind", "1209")``."""


MANY = 8
"""A value that stands in so many entries of a section may be what follows of itself."""


class DiceError(Exception):
    """Dice that do not fit what chance has to decide."""


def as_words(order: Order) -> Words:
    return tuple(order.split()) if isinstance(order, str) else tuple(order)


def as_dice(dice: str | Iterable[str | int]) -> list[str]:
    """``"3,5"``, ``"raf 3"`` or a list of either: one token for each die or draw."""
    tokens = [dice] if isinstance(dice, str) else [str(one) for one in dice]
    return [part for token in tokens for part in token.replace(",", " ").split()]


class Position:
    """A game at one moment. `do` plays on; everything else only asks."""

    def __init__(self, game: Game, state: State, name: str = "position") -> None:
        self.game = game
        self.state = state
        self.name = name
        self.dice_left: list[str] = []
        """Dice of the last `do` that nothing asked for."""

    @property
    def decision(self) -> Decision | None:
        return self.game.decision(self.state)

    @property
    def waits_for_dice(self) -> bool:
        """Whether chance decides now."""
        decision = self.decision
        return decision is not None and decision.who == CHANCE

    def legal(self) -> Menu:
        """Every legal order, in words."""
        return worded(self.game, self.game.legal(self.state))

    def why(self, order: Order) -> Refusal | None:
        """Why not; None when it is allowed."""
        return refuse_words(self.game, self.state, as_words(order))

    def odds(self, order: Order) -> Preview | None:
        """What it would do, with exact odds for a fight. Raises IllegalAction when it is not allowed."""
        words = as_words(order)
        found = judge(self.game, self.state, words)
        if isinstance(found, Refusal):
            raise IllegalAction(words, found)
        return self.game.preview(self.state, found)

    def do(self, orders: Order | Iterable[Order] = (), dice: str | Iterable[str | int] = ()) -> list[Event]:
        """Play on with given dice and tell what happened. Where an order is refused or a die does not fit, nothing is done.

        `orders` is one order (a text) or a list of orders. Stops where chance must decide and no dice are left.
        """
        after, tokens = self.state.copy(), as_dice(dice)
        events: list[Event] = []
        for order in [orders] if isinstance(orders, str) else orders:
            words = as_words(order)
            events += self._roll(after, tokens)
            found = judge(self.game, after, words)
            if isinstance(found, Refusal):
                self._lack(after, words)
                raise IllegalAction(words, found)
            events += self.game.apply(after, found)
        events += self._roll(after, tokens)
        self.state, self.dice_left = after, tokens
        return events

    def _lack(self, s: State, words: Words) -> None:
        decision = self.game.decision(s)
        if decision is not None and decision.who == CHANCE:
            raise DiceError(f"no dice are left for '{decision.text}' [{decision.rule}], and {' '.join(words)} comes after it")

    def _roll(self, s: State, tokens: list[str]) -> list[Event]:
        events: list[Event] = []
        while tokens:
            decision = self.game.decision(s)
            if decision is None or decision.who != CHANCE:
                break
            events += self.game.apply(s, take_outcome(self.game, s, tokens, decision))
        return events

    def document(self) -> dict[str, Any]:
        """The position as plain data, without the many entries that follow of themselves: counters that are not in play, tracks at nothing."""
        return shortened(self.game, self.state)

    def text(self) -> str:
        """The position as a file that `load_position` reads back exactly."""
        return toml_text(self.document())


def shortened(game: Game, s: State) -> dict[str, Any]:
    """The game's own document of a position, without values that stand in many entries of a section where it reads back the same without them."""
    document = dict(game.position(s))
    sections = [key for key, entries in document.items() if isinstance(entries, Mapping) and key != "options"]
    for section in sections:
        for value in common_values(document[section]):
            left = {key: entry for key, entry in document[section].items() if entry != value}
            if reads_back(game, {**document, section: left}, s):
                document[section] = left
    return document


def common_values(entries: Mapping[str, Any]) -> list[str | int]:
    """Plain values that stand in many entries, the commonest first."""
    counted = Counter(value for value in entries.values() if isinstance(value, str | int))
    return [value for value, count in counted.most_common() if count >= MANY]


def reads_back(game: Game, document: Mapping[str, Any], s: State) -> bool:
    """Whether a document is this position."""
    try:
        return game.place(document).key() == s.key()
    except BadPosition:
        return False


def take_outcome(game: Game, s: State, tokens: list[str], decision: Decision) -> Action:
    """What the next of these dice or draws bring, taken from the list."""
    faces = take_faces(game.dice(s), tokens, decision)
    if faces:
        return game.thrown(s, faces)
    outcomes = {game.spell(outcome): outcome for outcome, _ in game.outcomes(s)}
    return outcomes[take_dice(list(outcomes), tokens, decision)]


def take_faces(count: int, tokens: list[str], decision: Decision) -> tuple[int, ...]:
    """The faces of dice that fall together, one after the other; empty where none do, or where the next token names the outcome itself."""
    if not count or not tokens[0].isdigit() or (len(tokens) == 2 < count):  # two numbers are the hits of both sides: 3,2 for 3-2
        return ()
    faces = tokens[:count]
    bad = next((face for face in faces if face not in DIE), "")
    if bad or len(faces) < count:
        found = f"{bad!r}, which is no face of a die" if bad else f"only {len(faces)}"
        raise DiceError(f"dice: '{decision.text}' takes {count} dice, one after the other; found {found}")
    del tokens[:count]
    return tuple(map(int, faces))


def take_dice(outcomes: Sequence[Words], tokens: list[str], decision: Decision) -> Words:
    """The outcome whose last word the next dice name; two dice of one roll may stand apart (``3 5`` for ``3,5``) and, where the game tells them not apart, in any order."""
    by_name = {action[-1]: action for action in outcomes}
    by_faces = {tuple(sorted(name.split(","))): action for name, action in by_name.items()}
    for count in range(min(len(tokens), 4), 0, -1):
        for joint in (",", "-", "+", ""):
            action = by_name.get(joint.join(tokens[:count]))
            if action is None and joint == ",":
                action = by_faces.get(tuple(sorted(tokens[:count])))
            if action is not None:
                del tokens[:count]
                return action
    names = list(by_name)
    shown = ", ".join(names) if len(names) <= 12 else f"one of {', '.join(names[:12])} ..."
    raise DiceError(f"dice: found {tokens[0]!r} for '{decision.text}'; expected {shown}")


def load_position(source: str | Path, data: Path | None = None) -> Position:
    """A position from a file (a path) or from its text (anything with a line break or an equals sign)."""
    if isinstance(source, str) and ("\n" in source or "=" in source):
        return read_position(source, "position", data)
    path = Path(source)
    try:
        text = read_text(path)
    except FileNotFoundError:
        raise DataError(str(path), 0, "there is no such file") from None
    except UnicodeDecodeError:
        raise DataError(str(path), 0, "not UTF-8 text") from None
    except OSError as error:
        raise DataError(str(path), 0, f"cannot be read: {error.strerror}") from None
    return read_position(text, str(path), data)


def read_position(text: str, name: str, data: Path | None = None, game: Game | None = None) -> Position:
    """A position from its text; `game` saves opening a game that is open already."""
    toml = Toml(name, text)
    key = toml.data.get("game")
    if not isinstance(key, str):
        toml.fail("game", 'expected a line such as game = "cheren"')
    if game is None or game.key != key:
        try:
            game = open_game(key, data)
        except UnknownGame as error:
            toml.fail("game", str(error))
    return Position(game, lay_out(game, toml.data, toml), name)


def lay_out(game: Game, document: Mapping[str, Any], toml: Toml) -> State:
    """The state a document describes; what is wrong with it is said with file and line."""
    try:
        state = game.place(document)
        # Frames that were edited by hand may fit no step; better said here than later.
        if game.decision(state) is not None:
            bool(game.legal(state))
        broken = list(game.invariants(state))
    except BadPosition as error:
        raise DataError(toml.name, toml.line(error.key, error.section) if error.key else 0, str(error)) from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        line = toml.line("frames") if "frames" in document else 0
        raise DataError(toml.name, line, f"this does not make a position of {game.title}: {type(error).__name__} {error}") from None
    if broken:
        raise DataError(toml.name, 0, f"this position cannot be: {broken[0]}")
    check_decides(game, state, toml)
    return state


def check_decides(game: Game, state: State, toml: Toml) -> None:
    """A position may say who decides, as a check."""
    decision = game.decision(state)
    who = "nobody" if decision is None else "chance" if decision.who == CHANCE else game.sides[decision.who]
    said = toml.data.get("decides", who)
    if said != who:
        toml.fail("decides", f"decides is {said!r}, but here {who} decides")
