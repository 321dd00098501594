"""Orders and events in words: labels, notes, sentences."""

from __future__ import annotations

from typing import Any

from amba.core.decision import Action
from amba.core.event import Event, Said
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.own_battle import FOR_SALE
from amba.games.hollow.rules.r005_march import mates
from amba.games.hollow.rules.r005_paths import ways_of
from amba.games.hollow.rules.r005_phase import mode_of
from amba.games.hollow.rules.r194_climate import MONTHS
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import BOX_TITLES, key_title, kind_title, place_title, title
from amba.games.hollow.tracks import TURN
from amba.games.hollow.world import World

ORDER_WORDS = (
    *(("range", n) for n in ("0", "2", "4", "6", "8", "12")), *(("chance", n) for n in ("0", "10", "20", "30", "40", "50")),
    ("otherwise", "ask"), ("otherwise", "hold"), ("hidden", "hold"), ("hidden", "fire"), ("hidden", "ask"), ("at", "all"), ("at", "open"), ("at", "stacks"),
)  # fmt: skip
ORDERS = (
    ("place", "piece", "place"), ("give", "piece", "piece"), ("hide", "piece"), ("rally", "piece"), ("repair", "piece"), ("deploy", "piece"),
    ("recombine", "piece"), ("escape", "piece"), ("hand", "piece", "piece"), ("free", "piece"), ("fire", "place"), ("from", "piece", "place"), ("dig", "piece"), ("add", "piece"), ("rifles", "piece"), ("hold", "piece"), ("everybody",), ("shoot",), ("move", "piece"), ("band", "piece"), ("enter", "piece", "place"),
    ("walk", "piece", "place"), ("walk", "piece", "place", "assault"), ("walk", "piece", "place", "double"), ("walk", "piece", "place", "rim"), ("walk", "piece", "place", "minimum"),
    ("join", "piece"), ("together",), ("leave", "piece"), ("assault",), ("double",), ("go", "place"), ("rim", "place"), ("minimum", "place"), ("crest", "place"), ("down",), ("shelter",),
    ("take", "piece", "piece"), ("drop", "piece"), ("charge", "piece", "place"), ("halt",), ("pass",), ("ignore",), ("rout", "piece"), ("run", "place"), ("along", "piece"), ("stop",),
    ("advance", "piece", "place"), ("advance", "piece", "place", "rim"), ("advance", "piece", "place", "shelter"), ("exit", "piece", "place"), ("exit", "piece"), ("off",), ("target", "piece"), ("spare", "piece"), ("kill",), ("capture",), ("done",),
    ("lay", "0", "place"), ("lay", "6", "place"), ("lay", "8", "place"), ("lay", "12", "place"), ("bury", "6", "place"), ("bury", "8", "place"), ("bury", "12", "place"), ("line", "piece", "place"), ("clear", "piece", "wire"),
    ("clear", "piece", "mines"), ("smoke", "piece", "place"), ("thorns", "piece"), ("starshell", "piece", "place"), *(("month", month) for month in MONTHS), *(("buy", key) for key in FOR_SALE),
    *ORDER_WORDS,
)  # fmt: skip
SUMMED = frozenset(
    ("check", "interdiction", "close combat", "explosion", "mines", "clear", "dig", "rally", "heat", "escape", "visibility", "wind", "sky")
)
"""Rolls of two dice of which the log keeps the sum."""
IDLE = {"rally": frozenset(("give", "deploy", "recombine", "hand", "free")), "orders": frozenset(verb for verb, _ in ORDER_WORDS)}
"""What somebody need not be stopped for who wants to be asked only about what matters."""
LABELS = {
    "place": "Place {0} in {1}", "give": "Give {0} to {1}", "hide": "Hide {0}", "rally": "Rally {0}", "repair": "Repair {0}", "deploy": "Deploy {0}",
    "recombine": "Recombine {0}", "escape": "Prisoners of {0} try to get away", "hand": "{0} hands the prisoners over to {1}", "free": "{0} lets the prisoners go", "fire": "Fire at {0}", "from": "{0} and its hex fire at {1}", "hold": "{0} holds its fire", "dig": "{0} digs in", "add": "{0} fires", "rifles": "{0} fires its rifles only", "everybody": "Everybody who can", "shoot": "Fire!", "move": "{0} leg by leg, or with some", "band": "All of its hex together", "walk": "{0} walks to {1}", "together": "All of this hex go along", "leave": "Leave {0} here",
    "enter": "{0} enters at {1}", "exit": "{0} leaves the map at {1}", "off": "Leave the map here", "join": "{0} goes along", "assault": "Assault movement", "double": "Double time", "go": "Go to {0}",
    "rim": "To the crest in {0}", "minimum": "Minimum move to {0}", "crest": "Up to the crest towards {0}", "down": "Down into the wadi",
    "shelter": "Into the fortification", "take": "{0} takes {1}", "drop": "Leave {0}", "charge": "Lay {0} in {1}", "halt": "Halt here", "pass": "Let him pass", "ignore": "Let him go on, ask no more about him", "rout": "{0} routs",
    "run": "Run to {0}", "along": "{0} runs along", "stop": "Stop here", "advance": "{0} advances to {1}", "target": "Attack {0}", "spare": "{0} stays out of it",
    "kill": "Attack to kill", "strike": "An attack", "capture": "Attack to capture", "done": "End the phase", "roll": "The dice show {0}", "pick": "{0} is hit",
    "lay": "Lay {0} factors of mines in {1}", "line": "A line of mines from {0} to {1}", "bury": "Bury {0} factors of mines in {1}", "clear": "{0} clears the {1}",
    "smoke": "{0} throws smoke into {1}", "starshell": "{0} sends up a starshell over {1}", "thorns": "{0} works its way into the cactus hedge", "month": "{0}", "buy": "Buy {0}", "secret": "A secret die of the {0}",
}  # fmt: skip
ORDER_LABELS: dict[Action, str] = {
    ("at", "all"): "Fire at everybody", ("at", "open"): "Fire only at men in the open", ("at", "stacks"): "Fire only at two units and more together",
    ("otherwise", "ask"): "Otherwise ask me", ("otherwise", "hold"): "Otherwise hold fire",
    ("hidden", "hold"): "Hidden units hold fire", ("hidden", "fire"): "Hidden units fire too", ("hidden", "ask"): "Hidden units ask me at every step",
}  # fmt: skip
HOW_WORDS = {
    ("advance", "rim"): "{0} advances to {1}, at its crest", ("advance", "shelter"): "{0} advances to {1}, into the fortification",
    ("walk", "assault"): "{0} goes to {1} by assault movement", ("walk", "double"): "{0} runs to {1}, double time",
    ("walk", "rim"): "{0} walks to the crest in {1}", ("walk", "minimum"): "{0}: minimum move to {1}",
}  # fmt: skip
DONE = {"setup": "End the set-up", "orders": "Go on"}
HEADS = {
    "place": "Place {0}",
    "give": "Give {0}",
    "enter": "{0} enters",
    "exit": "{0} leaves the map",
    "walk": "{0} walks",
    "from": "{0} fires",
    "advance": "Advance {0}",
    "lay": "Lay mines, {0} factors",
    "line": "A line of mines from {0}",
    "bury": "Bury mines, {0} factors",
}
SAID = {
    "player turn": "Player turn of the {2}.",
    "fire": "Fire at {0}: column {1}, modifiers {2}, {3} on the table: {4}.",  # as older logs have it
    "shot": "{5} fires at {0}: column {1}, modifiers {2}, {3} on the table: {4}.",
    "volley": "{5} fire at {0}: column {1}, modifiers {2}, {3} on the table: {4}.",
    "check": "{0} needs {1}: {2}.",
    "pin check": "{0} needs {1}: {2}.",
    "rally": "{0} needs {1}: {2}.",
    "interdiction": "{0} under interdiction needs {1}: {2}.",
    "lost": "{0} cannot rout and is lost.",
    "surrender": "{0} surrenders.",  # as older logs have it
    "captured": "{0} surrenders; {1} guards the prisoners.",
    "free": "{0} gets away to {1}.",
    "escape": "Prisoners of {0} make a run for it: {1}, {2} or less; {3}.",
    "dig": "{0} digs: {1}, {2}.",
    "close combat": "Close combat at {0}, {1} or less: it {2}.",  # as older logs have it
    "strike": "Close combat, {0} against {1}: {2}, {3} or less; it {4}.",
    "wind": "The wind: {0}; dust {1}, now {2}.",
    "climate": "{0}: {1}.",
    "bought": "{0} buys {1}.",
    "by order": "Fire at {1} by standing order.",
    "mines": "Mines at {0}, {1} factors: {2} on the table, {3}.",
    "no mines": "Mines at {0}: {1}, without effect.",
    "dummy": "The minefield at {0} is a dummy.",
    "smoke": "Grenades at {0}: {1}.",
    "recovery": "{0} {1}.",
    "heat": "Heat of battle: {0} {1}.",
    "rate": "{0} keeps up its fire.",
    "explosion": "The charge in {0} goes off: modifiers {1}, {2} on the table: {3}.",
    "dud": "The charge in {0} does not go off.",
    "visibility": "By night one sees {0} hexes in this turn.",
    "starshell": "A starshell over {0} {1}.",
    "clear": "{0} clears: the {1} {2}.",
    "over": "The action is over: {0} points for the Allies, {1} for the Axis.",
}
TEMPLATES = {
    "placed": "{piece} comes to {to}.", "moved": "{piece} moves from {origin} to {to}.", "removed": "{piece} leaves {origin}: {to}.",
    "rolled": "Dice: {dice}.",
}  # fmt: skip
ELIMINATED = BOX_TITLES["eliminated"]
MARK_ON = {
    "broken": "{piece} is broken.", "pinned": "{piece} is pinned.", "exhausted": "{piece} is exhausted.", "malfunction": "{piece} breaks down.",
    "concealed": "{piece} is concealed.", "dug_in": "{piece} is dug in.", "melee": "{piece} is locked in close combat.",
}  # fmt: skip
MARK_OFF = {"broken": "{piece} rallies.", "malfunction": "{piece} is repaired.", "concealed": "{piece} is revealed."}


def word(s: HollowState, arg: str) -> str:
    """An argument as people say it; a counter only by its number, for its kind may be secret."""
    return arg


def label(s: HollowState, a: Action) -> str:
    """An action in words."""
    verb = a[0]
    if a == ("done",) and s.frames:
        return DONE.get(s.frames[-1][0], LABELS["done"])
    if a == ("halt",) and s.frames and (s.frames[-1][0] == "sally" or (s.frames[-1][0] == "walk" and not s.frames[-1][3])):
        return "Stay here this turn"
    words = [own_word(s, arg) for arg in a[1:]]
    if verb == "range":
        return "Any range the weapons have" if a[1:] == ("0",) else f"Fire within {a[1]} hexes"
    if a[:2] in ORDER_LABELS:
        return ORDER_LABELS[a[:2]]
    if verb == "chance":
        return "Never fire without asking" if a[1:] == ("0",) else f"Fire from a chance of {a[1]} %"
    template = LABELS.get(verb, verb.title())
    if verb == "move" and len(a) == 2 and a[1] in s.world.names.piece and not mates(s, (s.world.names.piece[a[1]],), NORMAL, 0):
        template = "{0} leg by leg"
    try:
        text = template.format(*words)
    except IndexError:
        return HEADS.get(verb, verb.title()).format(*words)
    if len(a) == 4:
        return HOW_WORDS[verb, a[3]].format(*words)
    return text


def note(s: HollowState, a: Action) -> str:
    """What stands in a lit hex: the factors it takes to get there, with an arrow before those of double time."""
    if a[0] in {"go", "rim"} and s.frames[-1][0] == "walk":
        _, units, mode, steps, _, _ = s.frames[-1]
        return str(ways_of(s, units, mode, steps).price((s.world.names.place[a[1]], a[0] == "rim")))
    if a[0] == "walk" and a[3:] != ("minimum",):
        how = a[3] if len(a) == 4 else ""
        ways = ways_of(s, (s.world.names.piece[a[1]],), mode_of(how), 0)
        price = str(ways.price((s.world.names.place[a[2]], how == "rim")))
        return f"»{price}" if how == "double" else price
    return ""


def own_word(s: HollowState, arg: str) -> str:
    """Counters that lie open are called by their kind; others by their number."""
    piece = s.world.names.piece.get(arg)
    if piece is None:
        return arg
    return title(s, piece)


def sentence(world: World, event: Event) -> str:
    """An event as a sentence; empty for bookkeeping."""
    kind = type(event).__name__.lower()
    if isinstance(event, Said):
        values = list(event.values)
        if event.what == "player turn":
            values[2] = values[3] if len(values) > 3 else ("Allies", "Axis")[values[2]]
        if event.what == "shot" and "," in str(values[5]):
            return SAID["volley"].format(*("no effect" if value == "-" else value for value in values))
        return SAID[event.what].format(*("no effect" if value == "-" else value for value in values))
    fields = event._asdict()
    piece = key_title(world, fields["piece"]) if "piece" in fields else ""
    if kind == "marked" and not fields["rule"]:
        return ""
    if kind == "marked":
        return (MARK_ON if fields["on"] else MARK_OFF).get(world.names.marks[fields["mark"]], "").format(piece=piece)
    if kind == "flipped":
        return f"{piece} is now {kind_title(world, fields['piece'], fields['new'])}." if fields["piece"] >= 0 else ""
    if kind == "tracked":
        return f"Turn {fields['new']} begins." if fields["track"] == TURN else ""
    values_: dict[str, Any] = {"piece": piece}
    for field in ("origin", "to", "place"):
        if field in fields:
            values_[field] = place_title(world, fields[field])
    if kind in {"moved", "placed", "removed"} and values_.get("to") == ELIMINATED:
        return f"{piece} is eliminated."
    if kind == "rolled":
        values_["dice"] = ", ".join(map(str, fields["dice"]))
    return TEMPLATES.get(kind, "").format(**values_)
