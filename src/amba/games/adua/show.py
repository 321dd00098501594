"""How the game is told: labels of actions, sentences of events, tracks."""

from __future__ import annotations

from typing import Any

from amba.core.decision import Action
from amba.core.event import Event, Said
from amba.core.game import View
from amba.games.adua.rules.r08_orders import ORDERS as GIVEN
from amba.games.adua.rules.r08_orders import TITLES
from amba.games.adua.rules.r13_victory import last_turn, points, terms
from amba.games.adua.state import AduaState
from amba.games.adua.world import BOXES, EXITED, TURN, World

MOST_DICE = 24
"""More than any unit can have to share out."""
ORDERS = (
    ("place", "piece", "place"), ("assign", "piece", "piece"), ("suggest",), ("done",), *(("order", "piece", word, "piece") for word in GIVEN),
    ("move", "piece", "place"), ("engage", "piece", "piece"), ("entrench", "piece"), ("exit", "piece"), ("enter", "piece", "place"),
    ("disengage", "piece", "place"), ("fire", "piece", "piece"), *(("dice", "piece", "piece", str(number)) for number in range(MOST_DICE + 1)), ("resolve", "piece"), ("hit", "piece"),
    ("close", "piece", "piece"), ("supply", "piece", "piece"), ("initiative", "piece"), ("bring", "piece", "place"), ("melee", "place"),
    *(("command", "piece", word) for word in GIVEN), ("follow", "piece"), ("mass", "piece"), ("storm", "piece"),
    ("lose", "piece"), ("retreat", "piece", "place"), ("stay", "piece"), ("return", "piece", "place"),
)  # fmt: skip
BOX_TITLES = {"off-map": "Not on the map", "with-units": "Machine guns with units", "eliminated": "Eliminated", "exited": "At Adua"}
LABELS = {
    "suggest": "Set up the rest as suggested", "done": "End the phase",
    "place": "Set up {0} in {1}", "assign": "Give {0} to {1}", "move": "Move {0} to {1}", "engage": "Commit {0} against {1}",
    "entrench": "Entrench {0}", "exit": "{0} leaves for Adua", "enter": "{0} enters, to {1}", "disengage": "{0} breaks off to {1}",
    "fire": "{0} fires at {1}", "resolve": "Small arms combat over {0}", "hit": "{0} takes a hit", "close": "{0} goes into melee with {1}",
    "supply": "Ammunition for {0} from {1}", "initiative": "{0} tries initiative", "bring": "Bring {0} into the melee in {1}",
    "follow": "The men of {0} close up on their leader", "mass": "All that can fire at {0}", "storm": "All that may go into melee with {0}",
    "melee": "Melee in {0}", "lose": "{0} loses a step", "retreat": "{0} retreats to {1}", "stay": "{0} stays", "return": "{0} goes back to {1}",
}  # fmt: skip
DONE = {
    "set-up": "The set-up is complete", "orders": "End of orders", "movement": "End of movement", "declare": "All attacks are declared",
    "closing": "Nobody else goes in", "supply": "No more ammunition", "initiative": "No more initiative", "bring": "That is enough",
}  # fmt: skip
"""What ending a step is called."""
HEADS = {
    "place": "Set up {0}", "assign": "Give {0} to a unit", "move": "Move {0}", "engage": "Commit {0} to an attack", "enter": "Bring {0} onto the map",
    "disengage": "{0} breaks off", "fire": "{0} fires", "bring": "Bring {0} into a melee", "order": "Orders of {0}",
}  # fmt: skip
RESULTS = {
    "disorganized": "Italian unit disorganized",
    "reduced": "Italian unit loses a step",
    "repulsed": "the attack is repulsed",
    "proceed": "melee may follow",
    "weakened": "the Abyssinian unit loses a step",
    "continues": "the melee goes on",
    "ends": "the melee ends",
    "italians reduced": "Italians lose a step each",
    "abyssinians reduced": "Abyssinians lose a step each",
    "all reduced": "everybody loses a step",
    "one each reduced": "one unit of each side loses a step",
    "retreat": "Abyssinians retreat",
}


SAID = {
    "volley": "Small arms over {0}: the Italians hit {1}, the Abyssinians {2}: {3}.",
    "melee": "Melee in {0}, column {1}, die {2}: {3}.",
    "over": "The battle is over.",
}
TEMPLATES = {
    "placed": "{piece} comes to {to}.",
    "moved": "{piece} moves from {origin} to {to}.",
    "retreated": "{piece} retreats from {origin} to {to}.",
    "removed": "{piece} is eliminated at {origin}.",
}
MOVES = {
    "10.2": "{piece} goes into melee in {to}.",
    "12.0": "{piece} is brought into the melee in {to}.",
    "10.2.advance": "{piece} goes back to {to}.",
}
"""A step that is no march is told by its rule."""
ROLLS = {
    "gun-test": "Machine guns of {who}, tested: {die}.", "repair": "Machine guns of {who}, repair: {die}.", "casualty": "{who} under fire: {die}.",
    "supply": "Ammunition for {who}: {die}.", "initiative": "Initiative of {who}: {die}.", "melee": "Melee in {who}: {die}.",
}  # fmt: skip
MARK_ON = {
    "machine_guns": "{piece} is given machine guns.",
    "jammed": "The machine guns of {piece} are out of order.",
    "low_ammo": "{piece} is low on ammo.",
    "disorganized": "{piece} is disorganized.",
    "entrenched": "{piece} is entrenched.",
    "repulsed": "{piece} is repulsed.",
    "attack": "{piece} is ordered to attack with small arms.",
    "assault": "{piece} is ordered to attack into melee.",
    "general_offensive": "{piece} has a general offensive.",
    "hold": "{piece} is ordered to hold.",
    "rally": "{piece} is ordered to rally.",
    "resupply": "{piece} is ordered to take ammunition.",
    "march": "{piece} is ordered to move.",
}
MARK_OFF = {
    "machine_guns": "The machine guns of {piece} are lost.",
    "jammed": "",
    "low_ammo": "{piece} has ammunition again.",
    "disorganized": "{piece} rallies.",
}


BOOKKEEPING = frozenset({"untested", "jammed_now", "fired", "entered", "moved", "used", "dig"})
"""Marks that the rules keep and no counter shows."""


def name_of(world: World, piece: int) -> str:
    return world.units[piece].title


def place_of(world: World, place: int) -> str:
    if place >= world.hexes:
        return BOX_TITLES[BOXES[place - world.hexes]]
    name = world.grid.names[place]
    title = next((found.title for found in world.map.places.values() if found.hex == place), "")
    return f"{title} ({name})" if title else name


def result_text(words: str) -> str:
    """A cell of a combat table as people say it."""
    return ", ".join(RESULTS.get(word, hits_text(word) if word.startswith("damage") else word) for word in words.split(" + ") if word) or "nothing"


def hits_text(word: str) -> str:
    count = word.rsplit(maxsplit=1)[-1]
    return f"Abyssinians take {count} hit{'s' if count != '1' else ''}"


def word_of(world: World, word: Any) -> str:
    """A key of a piece or place as people say it."""
    if word in world.names.piece:
        return name_of(world, world.names.piece[word])
    if word in world.names.place:
        return place_of(world, world.names.place[word])
    return str(word)


def label(s: AduaState, a: Action) -> str:
    """An action, or the beginning of one, in words."""
    words = [word_of(s.world, word) for word in a[1:]]
    if a == ("done",) and s.frames:
        return DONE.get(s.frames[-1][0], LABELS["done"])
    if a[0] == "order" and len(a) == 4:
        return f"{words[0]} orders {words[2]}: {TITLES[a[2]].lower()}"
    if a[0] == "command" and len(a) == 3:
        return f"{words[0]} orders all he can: {TITLES[a[2]].lower()}"
    if a[0] == "dice" and len(a) == 4:
        return f"{a[3]} dice against {words[1]}"
    if len(a) == 2 and a[0] in HEADS:
        return HEADS[a[0]].format(*words)
    return LABELS.get(a[0], a[0].title()).format(*words)


def sentence(world: World, event: Event) -> str:
    """An event as a sentence; empty for bookkeeping."""
    kind = type(event).__name__.lower()
    if isinstance(event, Said):
        told = [word_of(world, value) for value in event.values]
        if event.what in {"volley", "melee"}:
            told[-1] = result_text(told[-1])
        return SAID[event.what].format(*told)
    fields = event._asdict()
    piece = name_of(world, fields["piece"]) if "piece" in fields else ""
    if kind == "marked":
        mark = world.names.marks[fields["mark"]]
        return (MARK_ON if fields["on"] else MARK_OFF).get(mark, "").format(piece=piece)
    if kind == "flipped":
        return f"{piece} loses {'a step' if fields['new'] == fields['old'] + 1 else 'two steps'}."
    if kind == "tracked":
        return f"Turn {fields['new']} begins." if fields["track"] == TURN else ""
    if kind == "rolled":
        what, _, who = fields["what"].partition(" ")
        return ROLLS[what].format(die=fields["dice"][0], who=word_of(world, who))
    if kind == "removed" and fields["to"] == world.box["exited"]:
        return f"{piece} goes off to Adua."
    template = MOVES.get(fields.get("rule", ""), "") if kind == "moved" else ""
    template = template or TEMPLATES.get(kind, "")
    if not template or world.box["with-units"] in {fields["to"], fields["origin"]}:
        return ""
    return template.format(piece=piece, origin=place_of(world, fields["origin"]), to=place_of(world, fields["to"]))


def tracks(s: AduaState) -> list[dict[str, Any]]:
    lost = float(points(s))
    goal = int(terms(s)["victory"]["exit"])
    return [
        {"key": "turn", "title": "Turn", "value": s.turn, "of": last_turn(s), "text": f"turn {s.turn}"},
        {"key": "points", "title": "Abyssinian points", "value": lost, "of": 0, "text": f"{lost:g}"},
        {"key": "exited", "title": "Combat value at Adua", "value": s.tracks[EXITED], "of": goal, "text": f"{s.tracks[EXITED]} of {goal}"},
    ]


def arrange(s: AduaState, view: View) -> None:
    """Lay what matters on top of each stack: the leaders while orders are given, at any other time the units that fight."""
    leaders = bool(s.frames) and s.frames[-1][0] == "orders"
    units, piece = s.world.units, s.world.names.piece
    for stack in view["stacks"].values():
        if len(stack) > 1:
            stack.sort(key=lambda key: units[piece[key]].is_leader if leaders else units[piece[key]].is_combat)
