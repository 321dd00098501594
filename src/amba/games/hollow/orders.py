"""Every order of the game: what somebody may be told to do, and what dice and draws decide. What each is called stands in say.toml."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from amba.core.common_orders import Halt, Join, Shoot
from amba.core.order import Number, Piece, Place, Text

__all__ = ("Halt", "Join", "Shoot")
"""Orders that other games have too; all others follow."""

Factors = Annotated[int, "number", range(25)]
"""Of a minefield. Which of them it may hold is for 55.8 to say."""
MonthName = Literal["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]


class FireAt(NamedTuple):
    """Somebody fires at a hex; who, is said next."""

    to: Place
    verb: Literal["fire"] = "fire"


class FireFrom(NamedTuple):
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
    firer: Piece
    verb: Literal["add"] = "add"


class AddRifles(NamedTuple):
    firer: Piece
    verb: Literal["rifles"] = "rifles"


class HoldFire(NamedTuple):
    firer: Piece
    verb: Literal["hold"] = "hold"


class AddEverybody(NamedTuple):
    verb: Literal["everybody"] = "everybody"


class LetPass(NamedTuple):
    verb: Literal["pass"] = "pass"


class LetGo(NamedTuple):
    verb: Literal["ignore"] = "ignore"


class FireWithin(NamedTuple):
    hexes: Annotated[int, "number", (0, 2, 4, 6, 8, 12)]
    verb: Literal["range"] = "range"


class FireFromChance(NamedTuple):
    percent: Annotated[int, "number", range(0, 60, 10)]
    verb: Literal["chance"] = "chance"


class Otherwise(NamedTuple):
    how: Literal["hold", "ask"]
    verb: Literal["otherwise"] = "otherwise"


class HiddenUnits(NamedTuple):
    how: Literal["hold", "fire", "ask"]
    verb: Literal["hidden"] = "hidden"


class Engines(NamedTuple):
    """Whether vehicles that stand try to start when an enemy comes in sight."""

    what: Literal["rest", "start"]
    verb: Literal["engines"] = "engines"


class FireOnlyAt(NamedTuple):
    what: Literal["all", "open", "stacks"]
    verb: Literal["at"] = "at"


class Hit(NamedTuple):
    """Chance: this unit is hit."""

    unit: Piece
    verb: Literal["pick"] = "pick"


class ChooseMonth(NamedTuple):
    month: MonthName
    verb: Literal["month"] = "month"


class ChooseCampaign(NamedTuple):
    campaign: Text
    verb: Literal["campaign"] = "campaign"


class Levy(NamedTuple):
    """The program buys for what is left."""

    arm: Literal["tanks", "guns", "foot", "mixed"]
    verb: Literal["levy"] = "levy"


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
    factors: Factors
    to: Place
    verb: Literal["lay"] = "lay"


class LayLine(NamedTuple):
    work: Piece
    to: Place
    verb: Literal["line"] = "line"


class BuryField(NamedTuple):
    factors: Factors
    to: Place
    verb: Literal["bury"] = "bury"


class SecretDie(NamedTuple):
    """Chance: a die that only one side sees."""

    side: Text
    die: Number
    verb: Literal["secret"] = "secret"


class Walk(NamedTuple):
    unit: Piece
    to: Place
    how: Literal["", "assault", "double", "rim", "minimum", "careful"] = ""
    verb: Literal["walk"] = "walk"


class Band(NamedTuple):
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
    guard: Piece
    verb: Literal["escape"] = "escape"


class HandOver(NamedTuple):
    guard: Piece
    unit: Piece
    verb: Literal["hand"] = "hand"


class SetFree(NamedTuple):
    guard: Piece
    verb: Literal["free"] = "free"
