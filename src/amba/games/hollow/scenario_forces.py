"""What a scenario file says of forces, checked against what there is: who fights for whom, and whether there is anybody to carry and to serve."""

from __future__ import annotations

from amba.games.hollow.batteries import CARRIED
from amba.games.hollow.box import Box
from amba.games.hollow.counters import SIDES
from amba.games.hollow.scenario_parts import Part, counted, meant, parts
from amba.load.files import Toml

ARMOUR_LEADERS = ("8-1", "9-1", "9-2", "10-2", "10-3", "8-0", "6+1")
"""Who may ride in a tank and lead from there, in the order of their marks."""
ANYBODY = "any"
FIGHTERS = ("squads", "leaders", "vehicles", "guns")
BEFORE_PLAY = ("works", "mines", "hidden_mines", "dummy_mines", "dummies", "hidden")
"""What of a group is there from the start or not at all."""


def check_forces(box: Box, toml: Toml) -> None:
    """One group after the other."""
    for key in toml.data.get("optional_aamg", []):
        vehicle = box.armoury.vehicles.get(key)
        if vehicle is None:
            toml.fail("optional_aamg", f"there is no {key!r}; {meant(key, box.armoury.vehicles)}", "", key)
        if "opt" not in vehicle.aamg:
            toml.fail("optional_aamg", f"{vehicle.title} has no machine gun on the roof that it may or may not have", "", key)
    groups = parts(toml, "group")
    for one in groups:
        _nations(box, one)
        _led(one)
        _late(one)
        units = sum(counted(one, kind, text)[1] for kind in ("squads", "leaders", "guns") for text in one.data.get(kind, []))
        if one.data.get("hidden", 0) > units:
            one.fail("hidden", f"hidden is {one.data['hidden']}, and the group has {units} squads, leaders and guns")
    for side in SIDES:
        own = [one for one in groups if one.data["side"] == side]
        if groups and not any(one.data.get(kind) for one in own for kind in FIGHTERS):
            toml.fail("nation", f"nobody fights for this side: no [[group]] of it has {', '.join(FIGHTERS)}", f"sides.{side}")
        _observed(box, own)
        idle = next((one for one in own if one.data.get("weapons") or one.data.get("guns")), None)
        if idle is not None and not any(one.data.get("squads") for one in own):
            idle.fail("weapons" if idle.data.get("weapons") else "guns", f"nobody on the {side} side is there to carry or serve them")


def _late(one: Part) -> None:
    """What is set up before play does not arrive later (4)."""
    early = next((key for key in BEFORE_PLAY if one.data.get("turn") and one.data.get(key)), "")
    if early:
        one.fail(early, f"{early} of a group that arrives later: only men and vehicles do, with what they carry")


def _observed(box: Box, own: list[Part]) -> None:
    """A radio or telephone that no leader could take would never be used (46)."""
    for one in own:
        for text in one.data.get("weapons", []):
            name = counted(one, "weapons", text)[0]
            if name in box.weapon_face and box.weapons[box.weapon_face[name]].kind in CARRIED and not any(other.data.get("leaders") for other in own):
                one.fail("weapons", f"{name}: only a leader observes, and the {one.data['side']} side has none", text)


def _nations(box: Box, one: Part) -> None:
    """Men and what they carry are of the group's nation, or their side's; vehicles and guns may have been taken from the enemy (C)."""
    own = {one.data.get("nation", ""), one.toml.data["sides"][one.data["side"]]["nation"]}
    for kind, listed in (("squads", box.forces.squads), ("weapons", box.forces.weapons)):
        for text in one.data.get(kind, []):
            name, _ = counted(one, kind, text)
            if name in listed and listed[name].nation not in (*own, ANYBODY):
                nation = listed[name].nation
                one.fail(kind, f'{text!r} is {nation}, and the group is not: say nation = "{nation}" in it, or take others', text)


def _led(one: Part) -> None:
    """Armour leaders (64) ride in tanks."""
    vehicles = sum(counted(one, "vehicles", text)[1] for text in one.data.get("vehicles", []))
    leaders = one.data.get("armour_leaders", [])
    if any(key not in ARMOUR_LEADERS for key in leaders) or len(leaders) > vehicles:
        one.fail("armour_leaders", f"expected some of {', '.join(ARMOUR_LEADERS)}, no more than the group has vehicles")
