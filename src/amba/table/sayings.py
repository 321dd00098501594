"""What a game says: labels of orders and sentences of the log, as templates in its `say.toml`.

    [orders]                                # by verb; {unit} and {to} are the order's own arguments
    move = "Move {unit}[ to {to}]"          # what stands in brackets is left out while one of its arguments is not said
    done = "End the phase"
    "done@setup" = "End the set-up"         # while a frame of this name is on top
    "play:rivers" = "Build bridges"         # with this word among its arguments

    [words]                                 # words among the arguments and values, as people say them
    top = "the topmost unit"

    [said]                                  # what rules note in the log; {0}, {1} are its values
    result = "Result {0}."

    [events]                                # by the kind of event; "moved@9.4": by that rule; "tracked@turn": on that track;
                                            # "flipped:up", "flipped:down": to a higher or a lower face
    moved = "{piece} moves from {origin} to {to}."

    [marks.on]                              # by the marker
    low = "{piece} is in low supply."

    [boxes]                                 # by the key of the box
    eliminated = "Eliminated"

An event without a template is bookkeeping and says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any

from amba.core.event import Controlled, Event, Flipped, Joined, Marked, Rolled, Said, Tracked
from amba.core.game import Names
from amba.core.order import Argument, Draw, Head, Roll, shape_of
from amba.load.files import Toml

OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
SECTIONS = {"orders", "words", "said", "events", "marks", "boxes"}
Titled = Callable[[int], str]
MOST_LABELS = 4_000


def fields_of(template: str) -> set[str]:
    """The names of the values a template asks for."""
    return {field for _, field, _, _ in Formatter().parse(template) if field}


def fill(template: str, values: Mapping[str, str]) -> str:
    """A template with its values; a part in brackets is left out where a value of it is missing."""
    return (settled(template, tuple(values)) if "[" in template else template).format_map(values)


@lru_cache(4096)
def settled(template: str, given: tuple[str, ...]) -> str:
    """A template without brackets, for these values."""
    return OPTIONAL.sub(lambda part: part[1] if fields_of(part[1]) <= set(given) else "", template)


class Sayings:
    """The words of one game. `piece` and `hex` say what a piece and a hex are called; boxes have their titles in the file."""

    def __init__(self, toml: Toml, names: Names, piece: Titled, hex: Titled, sides: Sequence[str], owners: Sequence[str]) -> None:
        for section in toml.data.keys() - SECTIONS:
            toml.fail(section, f"unknown section {section!r}; expected one of {', '.join(sorted(SECTIONS))}")
        data = toml.data
        self.toml = toml
        self.names = names
        self.piece, self.hex = piece, hex
        self.sides, self.owners = sides, owners
        self.orders: dict[str, str] = dict(data.get("orders", {}))
        self.words: dict[str, str] = dict(data.get("words", {}))
        self.said: dict[str, str] = dict(data.get("said", {}))
        self.events: dict[str, str] = dict(data.get("events", {}))
        self.boxes: dict[str, str] = dict(data.get("boxes", {}))
        self.labels: dict[tuple[type[Any], Any, str], str] = {}
        """What orders were called that were asked for before: menus ask for the same ones again and again."""
        marks = data.get("marks", {})
        self.on: dict[str, str] = dict(marks.get("on", {}))
        self.off: dict[str, str] = dict(marks.get("off", {}))
        for section, found in (("on", self.on), ("off", self.off)):
            for mark in found.keys() - names.mark.keys():
                toml.fail(mark, f"there is no marker {mark!r} (marks.{section})", "marks")

    def place(self, place: int) -> str:
        """What a hex or a box is called."""
        return self.boxes.get(self.names.places[place]) or self.hex(place)

    def check(self, orders: Sequence[type[Any]]) -> None:
        """Every order has words, and they ask for nothing it does not have."""
        verbs: dict[str, set[str]] = {}
        for order in orders:
            shape = shape_of(order)
            verbs.setdefault(shape.verb, set()).update(argument.name for argument in shape.arguments)
        for verb in verbs.keys() - {key.split("@")[0].split(":")[0] for key in self.orders}:
            self.toml.fail("orders", f"there are no words for the order {verb!r}")
        for order in (Roll, Draw):  # what chance does may have words
            verbs.setdefault(shape_of(order).verb, set()).update(argument.name for argument in shape_of(order).arguments)
        for key, template in self.orders.items():
            verb = key.split("@")[0].split(":")[0]
            if verb not in verbs:
                self.toml.fail(key, f"there is no order {verb!r}; there are: {', '.join(sorted(verbs))}", "orders")
            for field in fields_of(OPTIONAL.sub(r"\1", template)) - verbs[verb]:
                self.toml.fail(key, f"the order {verb!r} has no argument {field!r}; it has: {', '.join(sorted(verbs[verb])) or 'none'}", "orders")

    def label(self, order: Any, frame: str = "", piece: Titled | None = None) -> str:
        """An order, or the beginning of one, in words; `piece` where what a piece is called depends on the position."""
        if piece is not None:
            return self._label(order, frame, piece)
        # Equal tuples of two types are two orders.
        key = (type(order), order, frame)
        found = self.labels.get(key)
        if found is None:
            if len(self.labels) >= MOST_LABELS:
                self.labels.clear()
            found = self.labels[key] = self._label(order, frame, self.piece)
        return found

    def _label(self, order: Any, frame: str, piece: Titled) -> str:
        kind, args = (order.order, order.args) if isinstance(order, Head) else (type(order), order[:-1])
        shape = shape_of(kind)
        given = [(argument, value) for argument, value in zip(shape.arguments, args, strict=False) if value != "" or argument.default is None]
        values = {argument.name: self._value(argument, value, piece) for argument, value in given}
        keys = [f"{shape.verb}:{value}" for argument, value in given if argument.kind == "word"]
        for key in (*keys, f"{shape.verb}@{frame}", shape.verb):
            if key in self.orders:
                return fill(self.orders[key], values)
        return " ".join([shape.verb.capitalize(), *values.values()])

    def _value(self, argument: Argument, value: Any, piece: Titled) -> str:
        if argument.kind == "piece":
            return piece(value)
        if argument.kind == "place":
            return self.place(value)
        if argument.kind == "dice":
            return ", ".join(map(str, value))
        return self.words.get(str(value), str(value))

    def word(self, value: Any) -> Any:
        """A value of something said: the key of a piece or a place by its title."""
        if not isinstance(value, str):
            return value
        if value in self.names.place:
            return self.place(self.names.place[value])
        if value in self.names.piece:
            return self.piece(self.names.piece[value])
        return self.words.get(value, value)

    def sentence(self, event: Event) -> str:
        """An event as a sentence; empty for bookkeeping."""
        if isinstance(event, Said):
            return self.said[event.what].format(*map(self.word, event.values))
        fields = event._asdict()
        values: dict[str, str] = {"piece": self.piece(fields["piece"])} if "piece" in fields else {}
        if isinstance(event, Marked):
            return (self.on if event.on else self.off).get(self.names.marks[event.mark], "").format(**values)
        kind = type(event).__name__.lower()
        if isinstance(event, Tracked):
            return self.events.get(f"tracked@{self.names.tracks[event.track]}", "").format(old=event.old, new=event.new)
        if isinstance(event, Flipped):
            kind += ":up" if event.new > event.old else ":down"
        template = self.events.get(f"{kind}@{event.rule}", self.events.get(kind, ""))
        if not template:
            return ""
        values |= {field: self.place(fields[field]) for field in ("origin", "to", "place") if field in fields}
        if isinstance(event, Joined):
            values["side"] = self.sides[event.new]
        if isinstance(event, Controlled):
            values["owner"] = self.owners[event.new]
        if isinstance(event, Rolled):
            values |= {"dice": ", ".join(map(str, event.dice)), "what": event.what}
        return template.format(**values)
