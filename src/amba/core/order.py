"""Orders: what somebody may be told to do, as typed values.

An order is a named tuple whose last field is its verb::

    class Move(NamedTuple):
        '''A unit goes to a hex.'''

        unit: Piece
        to: Place
        verb: Literal["move"] = "move"

The annotations say how each argument is written: a `Piece` and a `Place` by their names, a `Number` in digits (``Annotated[int, "number", range(7)]``: one
of these), `Dice` as "3,5", a `Literal` as one of its words; what chance brings may be a value that writes itself (`Written`). Arguments with a default come
last and may be left out. So text (``("move", "5-ind", "1209")``) exists at the edges only: log, wire, terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple, Protocol, get_args, get_origin, get_type_hints

Piece = Annotated[int, "piece"]
Place = Annotated[int, "place"]
Number = Annotated[int, "number"]
Dice = Annotated[tuple[int, ...], "dice"]
Text = Annotated[str, "text"]
"""Any single word: for names that stand in a data file."""

Words = tuple[str, ...]
"""An order as people write it: a verb and its arguments."""


class Order(Protocol):
    """Any named tuple whose last field is `verb`."""

    @property
    def verb(self) -> str: ...
    def __getitem__(self, index: int, /) -> Any: ...
    def __hash__(self) -> int: ...


class Written(Protocol):
    """An argument of what chance brings that writes itself. It is never read: what fell is found by what is written."""

    def written(self, speller: Speller) -> str: ...


class Done(NamedTuple):
    """End the phase."""

    verb: Literal["done"] = "done"


class Roll(NamedTuple):
    """Dice fall."""

    dice: Dice
    verb: Literal["roll"] = "roll"


class Draw(NamedTuple):
    """A piece is drawn unseen."""

    piece: Piece
    verb: Literal["draw"] = "draw"


class Head(NamedTuple):
    """The beginning of an order: its class and its first arguments. It stands for every order that goes on so."""

    order: type[Any]
    args: tuple[Any, ...]

    @property
    def verb(self) -> str:
        return shape_of(self.order).verb


class Argument(NamedTuple):
    """One argument of an order: its name, and how it is written."""

    name: str
    kind: str
    """"piece", "place", "number", "dice", "text", "word", or "own": it writes itself."""
    words: tuple[str, ...]
    """The words it may be, where it is a word, or one of a few numbers."""
    default: Any = None
    """What it is when it is left out; None: it may not be."""


class Shape(NamedTuple):
    """An order's verb and arguments."""

    verb: str
    arguments: tuple[Argument, ...]
    least: int
    """How many arguments are always written."""
    piece: int
    """Which argument is the first piece; -1: none."""
    place: int
    """Which argument is the last place; -1: none."""


_SHAPES: dict[type[Any], Shape] = {}


def shape_of(order: type[Any]) -> Shape:
    """The shape of a class of orders, read once from its annotations."""
    found = _SHAPES.get(order)
    if found is None:
        found = _SHAPES[order] = _read_shape(order)
    return found


def _read_shape(order: type[Any]) -> Shape:
    defaults = order._field_defaults
    hints = get_type_hints(order, include_extras=True)
    if order._fields[-1:] != ("verb",) or "verb" not in defaults:
        raise TypeError(f"{order.__name__} is no order: its last field must be its verb, with the verb as default")
    arguments = tuple(_argument(order, name, hints[name], defaults.get(name)) for name in order._fields[:-1])
    kinds = [argument.kind for argument in arguments]
    piece = kinds.index("piece") if "piece" in kinds else -1
    place = len(kinds) - 1 - kinds[::-1].index("place") if "place" in kinds else -1
    return Shape(defaults["verb"], arguments, sum(argument.default is None for argument in arguments), piece, place)


def _argument(order: type[Any], name: str, hint: Any, default: Any) -> Argument:
    if get_origin(hint) is Literal:
        return Argument(name, "word", tuple(word for word in get_args(hint) if word), default)
    if hasattr(hint, "__metadata__"):
        kind, *numbers = hint.__metadata__
        return Argument(name, kind, tuple(str(number) for among in numbers for number in among), default)
    if hasattr(hint, "written"):
        return Argument(name, "own", (), default)
    raise TypeError(f"{order.__name__}.{name} must be a Piece, Place, Number, Dice, Text, a Literal of words, or write itself")


def piece_of(order: Order) -> int:
    """The first piece an order is about; -1: none."""
    index = shape_of(type(order)).piece
    return -1 if index < 0 else order[index]


def place_of(order: Order) -> int:
    """The last place an order is about; -1: none."""
    index = shape_of(type(order)).place
    return -1 if index < 0 else order[index]


def shapes_in_words(orders: Sequence[type[Any]]) -> tuple[Words, ...]:
    """Every way in which orders of these classes are written: ``("move", "piece", "place")``; a word stands for itself."""
    found: dict[Words, None] = {}
    for order in orders:
        shape = shape_of(order)
        ways: list[Words] = [(shape.verb,)]
        for index in range(len(shape.arguments) + 1):
            if index >= shape.least:
                found |= dict.fromkeys(ways)
            if index < len(shape.arguments):
                argument = shape.arguments[index]
                ways = [(*way, word) for way in ways for word in argument.words or (argument.kind,)]
    return tuple(found)


class Speller:
    """Writes orders with the names of a game's pieces and places, and reads them."""

    def __init__(self, pieces: Sequence[str], places: Sequence[str]) -> None:
        self.pieces = pieces
        self.places = places
        self.piece = {name: i for i, name in enumerate(pieces)}
        self.place = {name: i for i, name in enumerate(places)}

    def spell(self, order: Any) -> Words:
        """An order, or the head of some, in words."""
        kind, args = (order.order, order.args) if isinstance(order, Head) else (type(order), order[:-1])
        shape = shape_of(kind)
        words = [shape.verb]
        last = len(args)
        while last > shape.least and args[last - 1] == shape.arguments[last - 1].default:
            last -= 1
        for argument, value in zip(shape.arguments[:last], args[:last], strict=True):
            words.append(self._write(argument.kind, value))
        return tuple(words)

    def _write(self, kind: str, value: Any) -> str:
        if kind == "dice":
            return ",".join(map(str, value))
        if kind == "own":
            return str(value.written(self))
        return self.pieces[value] if kind == "piece" else self.places[value] if kind == "place" else str(value)

    def read(self, order: type[Any], words: Sequence[str]) -> Any | None:
        """The order of this class that these arguments make; None where they do not fit."""
        shape = shape_of(order)
        if not shape.least <= len(words) <= len(shape.arguments):
            return None
        values = [self.value(argument, word) for argument, word in zip(shape.arguments, words, strict=False)]
        return None if None in values else order(*values)

    def value(self, argument: Argument, word: str) -> Any | None:
        """What a word means as this argument; None where it means nothing."""
        if argument.kind == "piece":
            return self.piece.get(word)
        if argument.kind == "place":
            return self.place.get(word)
        if argument.kind == "word":
            return word if word in argument.words else None
        if argument.kind == "text":
            return word if not argument.words or word in argument.words else None
        if argument.kind == "number":
            is_one = word in argument.words if argument.words else word.isascii() and word.isdigit() and len(word) < 10
            return int(word) if is_one else None
        if argument.kind == "own":
            return None
        faces = word.split(",")
        return tuple(map(int, faces)) if all(face.isascii() and face.isdigit() and len(face) < 10 for face in faces) else None
