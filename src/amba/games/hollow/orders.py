"""Every order of the game: what somebody may be told to do, and what dice and draws decide. What each is called stands in say.toml."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from amba.core.order import Number, Piece, Place, Text

MonthName = Literal["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]


class FireAt(NamedTuple):
    """Somebody fires at a hex; who, is said next."""

    to: Place
    verb: Literal["fire"] = "fire"


class FireFrom(NamedTuple):
    """A unit or weapon, with all of its hex, fires at a hex."""

    firer: Piece
    to: Place
    verb: Literal["from"] = "from"


class Dig(NamedTuple):
    unit: Piece
    verb: Literal["dig"] = "dig"


class Clear(NamedTuple):
    unit: Piece
    what: Literal["wire", "mines"]
    verb: Literal["clear"] = "clear"


class SendStarshell(NamedTuple):
    leader: Piece
    to: Place
    verb: Literal["starshell"] = "starshell"


class Add(NamedTuple):
    """A unit, a weapon or a leader joins the shot; a squad with its machine guns."""

    firer: Piece
    verb: Literal["add"] = "add"


class AddRifles(NamedTuple):
    """A squad joins the shot with its rifles only."""

    firer: Piece
    verb: Literal["rifles"] = "rifles"


class HoldFire(NamedTuple):
    """Somebody who would fire does not."""

    firer: Piece
    verb: Literal["hold"] = "hold"


class AddEverybody(NamedTuple):
    verb: Literal["everybody"] = "everybody"


class Shoot(NamedTuple):
    verb: Literal["shoot"] = "shoot"


class LetPass(NamedTuple):
    verb: Literal["pass"] = "pass"


class LetGo(NamedTuple):
    """Nobody fires at this step, nor is anybody asked about these movers again."""

    verb: Literal["ignore"] = "ignore"


class FireWithin(NamedTuple):
    """Standing order: fire at no more than so many hexes; 0 is any range."""

    hexes: Annotated[int, "number", (0, 2, 4, 6, 8, 12)]
    verb: Literal["range"] = "range"


class FireFromChance(NamedTuple):
    """Standing order: fire by yourselves from this chance in per cent to hurt somebody; 0 is never."""

    percent: Annotated[int, "number", range(0, 60, 10)]
    verb: Literal["chance"] = "chance"


class Otherwise(NamedTuple):
    """Standing order: what to do where the chance is too small."""

    how: Literal["hold", "ask"]
    verb: Literal["otherwise"] = "otherwise"


class HiddenUnits(NamedTuple):
    """Standing order: what hidden units do."""

    how: Literal["hold", "fire", "ask"]
    verb: Literal["hidden"] = "hidden"


class FireOnlyAt(NamedTuple):
    """Standing order: at what to fire."""

    what: Literal["all", "open", "stacks"]
    verb: Literal["at"] = "at"


class Hit(NamedTuple):
    """Chance: this unit is hit."""

    unit: Piece
    verb: Literal["pick"] = "pick"


class ChooseMonth(NamedTuple):
    month: MonthName
    verb: Literal["month"] = "month"


class Buy(NamedTuple):
    goods: Text
    verb: Literal["buy"] = "buy"


class SetDown(NamedTuple):
    piece: Piece
    to: Place
    verb: Literal["place"] = "place"


class Hide(NamedTuple):
    unit: Piece
    verb: Literal["hide"] = "hide"


class LayField(NamedTuple):
    """A minefield with so many factors is laid in a hex; 0 is a dummy."""

    factors: Annotated[int, "number", (0, 6, 8, 12)]
    to: Place
    verb: Literal["lay"] = "lay"


class LayLine(NamedTuple):
    """A minefield is drawn out into a line of fields."""

    work: Piece
    to: Place
    verb: Literal["line"] = "line"


class BuryField(NamedTuple):
    factors: Annotated[int, "number", (6, 8, 12)]
    to: Place
    verb: Literal["bury"] = "bury"


class SecretDie(NamedTuple):
    """Chance: a die that only one side sees."""

    side: Text
    die: Number
    verb: Literal["secret"] = "secret"


class Walk(NamedTuple):
    """A unit makes its whole move: to this hex, at this pace."""

    unit: Piece
    to: Place
    how: Literal["", "assault", "double", "rim", "minimum"] = ""
    verb: Literal["walk"] = "walk"


class Band(NamedTuple):
    """All of a unit's hex go together."""

    unit: Piece
    verb: Literal["band"] = "band"


class StartOut(NamedTuple):
    """A unit starts out, to be told leg by leg where to go, with others or alone."""

    unit: Piece
    verb: Literal["move"] = "move"


class Exit(NamedTuple):
    unit: Piece
    at: Place
    verb: Literal["exit"] = "exit"


class Enter(NamedTuple):
    unit: Piece
    at: Place
    verb: Literal["enter"] = "enter"


class ThrowSmoke(NamedTuple):
    unit: Piece
    to: Place
    verb: Literal["smoke"] = "smoke"


class WorkIntoHedge(NamedTuple):
    """A unit spends its movement phase getting into a cactus hedge."""

    unit: Piece
    verb: Literal["thorns"] = "thorns"


class Go(NamedTuple):
    to: Place
    verb: Literal["go"] = "go"


class GoToCrest(NamedTuple):
    to: Place
    verb: Literal["rim"] = "rim"


class MinimumMove(NamedTuple):
    to: Place
    verb: Literal["minimum"] = "minimum"


class AssaultMove(NamedTuple):
    verb: Literal["assault"] = "assault"


class DoubleTime(NamedTuple):
    verb: Literal["double"] = "double"


class UpToCrest(NamedTuple):
    towards: Place
    verb: Literal["crest"] = "crest"


class DownIntoBed(NamedTuple):
    verb: Literal["down"] = "down"


class TakeShelter(NamedTuple):
    verb: Literal["shelter"] = "shelter"


class Join(NamedTuple):
    unit: Piece
    verb: Literal["join"] = "join"


class JoinAll(NamedTuple):
    verb: Literal["together"] = "together"


class LeaveBehind(NamedTuple):
    unit: Piece
    verb: Literal["leave"] = "leave"


class Drop(NamedTuple):
    weapon: Piece
    verb: Literal["drop"] = "drop"


class LayCharge(NamedTuple):
    weapon: Piece
    to: Place
    verb: Literal["charge"] = "charge"


class GoOff(NamedTuple):
    verb: Literal["off"] = "off"


class Halt(NamedTuple):
    verb: Literal["halt"] = "halt"


class Rout(NamedTuple):
    unit: Piece
    verb: Literal["rout"] = "rout"


class Run(NamedTuple):
    to: Place
    verb: Literal["run"] = "run"


class RunAlong(NamedTuple):
    leader: Piece
    verb: Literal["along"] = "along"


class StopRunning(NamedTuple):
    verb: Literal["stop"] = "stop"


class Advance(NamedTuple):
    """A unit advances into a hex: at its crest, or into its fortification."""

    unit: Piece
    to: Place
    how: Literal["", "rim", "shelter"] = ""
    verb: Literal["advance"] = "advance"


class AdvanceOff(NamedTuple):
    unit: Piece
    verb: Literal["exit"] = "exit"


class Target(NamedTuple):
    unit: Piece
    verb: Literal["target"] = "target"


class KeepOut(NamedTuple):
    """A unit takes no part in the attack."""

    unit: Piece
    verb: Literal["spare"] = "spare"


class Kill(NamedTuple):
    verb: Literal["kill"] = "kill"


class Capture(NamedTuple):
    verb: Literal["capture"] = "capture"


class Rally(NamedTuple):
    unit: Piece
    verb: Literal["rally"] = "rally"


class Repair(NamedTuple):
    weapon: Piece
    verb: Literal["repair"] = "repair"


class Give(NamedTuple):
    weapon: Piece
    unit: Piece
    verb: Literal["give"] = "give"


class Take(NamedTuple):
    unit: Piece
    weapon: Piece
    verb: Literal["take"] = "take"


class Deploy(NamedTuple):
    unit: Piece
    verb: Literal["deploy"] = "deploy"


class Recombine(NamedTuple):
    unit: Piece
    verb: Literal["recombine"] = "recombine"


class Escape(NamedTuple):
    """The prisoners of a guard make a run for it."""

    guard: Piece
    verb: Literal["escape"] = "escape"


class HandOver(NamedTuple):
    guard: Piece
    unit: Piece
    verb: Literal["hand"] = "hand"


class SetFree(NamedTuple):
    guard: Piece
    verb: Literal["free"] = "free"
