"""Vehicles in position files: what cannot be is refused with its line; a hull that is turned to fire takes its turret along (32)."""

from __future__ import annotations

import pytest

from amba.core.game import BadPosition
from amba.games.hollow.counters import TCA, VCA
from amba.games.hollow.game import load
from amba.games.hollow.rules.r029_vehicles import is_always_exposed
from amba.load.files import DataError
from amba.load.position import load_position
from tests.games.hollow.tanks import drill

REAL = load()
HEAD = 'game = "hollow"\nscenario = "pimple"\nphase = "movement"\nphasing = "axis"\n[pieces]\n'


@pytest.mark.parametrize(
    ("kind", "more", "why"),
    [
        ("it-m13-40", 'marks = ["motion", "bogged"]', "what is bogged is not in motion"),
        ("it-m13-40", 'marks = ["immobile", "motion"]', "what is immobilised is not in motion"),
        ("it-m13-40", 'marks = ["wreck", "motion"]', "a wreck is not in motion"),
        ("it-m13-40", 'marks = ["reverse"]', "only what is in motion is in reverse motion"),
        ("it-m13-40", 'marks = ["burning"]', "only a wreck burns"),
        ("it-m13-40", 'marks = ["crest", "crest_1"]', "there is no crest in a hex without a wadi"),
        ("it-m13-40", "points = -2", "expected 0 or more"),
        ("it-autocarro-m", 'marks = ["exposed"]', "what has no armour has no hatches"),
        ("it-smv-m40-75-18", "facing = 3, turret = 9", "it has no turret"),
        ("it-m13-40", 'marks = ["stunned", "motion"]', "a crew that is stunned or shocked has stopped"),
        ("it-m13-40", 'marks = ["shocked", "unknown_kill"]', "a crew is shocked, or it may be dead"),
        ("it-m13-40", 'marks = ["abandoned", "motion"]', "what is abandoned is not in motion"),
        ("it-m13-40", 'marks = ["abandoned", "recalled"]', "what is abandoned has no crew that could be so"),
        ("it-m13-40", 'marks = ["wreck", "shocked"]', "in a wreck there is no crew that could be so"),
        ("it-m13-40", 'marks = ["hull_down", "motion"]', "who starts is hull down no more"),
        ("it-m13-40", 'marks = ["down_1"]', "down_1 and down_2 go with the mark hull_down"),
        ("it-m13-40", 'marks = ["bypass_left"]', "bypass_left goes with the mark bypass"),
        ("it-m13-40", 'marks = ["bypass"]', "it bypasses woods or a building, and there is none"),
        ("it-m13-40", 'marks = ["broken"]', "broken is said of men"),
        ("it-autocarro-m", 'marks = ["hull_down"]', "what has no armour has no hull to hide"),
    ],
)
def test_31_a_vehicle_that_cannot_be_so_is_refused_with_its_line(kind: str, more: str, why: str) -> None:
    with pytest.raises(DataError) as found:
        load_position(f'{HEAD}x1 = "61H4"\nxV1 = {{ hex = "61H3", kind = "{kind}", {more} }}\n')
    assert str(found.value).startswith("position, line 7: xV1 cannot be so: ")
    assert why in str(found.value)


@pytest.mark.parametrize(
    ("ground", "kind", "fits"),
    [("building", "br-3-ton-lorry", False), ("crag", "br-a9", False), ("building", "br-a9", True), ("woods", "br-3-ton-lorry", True)],
)
def test_30_a_vehicle_where_it_never_gets_is_refused(ground: str, kind: str, fits: bool) -> None:
    def place(more: str = "", lines: str = "") -> None:
        drill({ground: "E5"}, f"aV1 E5 {kind} @3 {more}", lines=lines)

    if fits:
        place()
        return
    with pytest.raises(BadPosition, match="it does not get into this ground"):
        place()
    place(lines="road E5 F5")
    if ground == "building":
        place("bypass")


def test_32_a_hull_that_is_turned_to_fire_takes_its_turret_along() -> None:
    t = drill({}, "xV1 E5 it-m11-39 @3/5; aV1 E9 br-a9 @3", phasing="axis", phase="prep", date="1941-02-01")
    v = t.piece("xV1")
    before = t.s.pointing(v, VCA), t.s.pointing(v, TCA)
    t.do("engage xV1 aV1")
    after = t.s.pointing(v, VCA), t.s.pointing(v, TCA)
    turned = (after[0] - before[0]) % 6
    assert turned
    assert (after[1] - before[1]) % 6 == turned


def test_64_vehicles_not_yet_on_the_map_read_back_as_they_were() -> None:
    """A Bren carrier that waits beside the map is open only when it stands on it."""
    s = REAL.new("nibeiwa", {})
    again = REAL.place(REAL.position(s))
    assert again.marks == s.marks
    waiting = [v for v in range(s.world.first_vehicle, s.world.first_gun) if s.at[v] == s.world.entry[0] and v in s.plan.faces]
    assert any(is_always_exposed(s, v) for v in waiting)
    t = drill({}, "aV1 E5 br-a9 @3; aV2 E6 br-carrier-a-bren @3")
    assert t.has("aV2", "exposed")


@pytest.mark.parametrize(
    ("vehicle", "aboard", "why"),
    [
        ("it-autocarro-m", ("it-346", "it-346", "it-346"), "There is no more room in xV1. (31); "),
        ("it-autocarro-m", ("8-0", "8-0", "8-0", "8-0", "8-0"), "xV1 would carry more than four leaders. (31)"),
        ("it-m13-40", ("it-346",), "xV1 carries nobody. (31)"),
    ],
)
def test_31_a_vehicle_with_more_than_it_can_carry_is_refused_with_its_line(vehicle: str, aboard: tuple[str, ...], why: str) -> None:
    kind = "xL" if aboard[0] == "8-0" else "x"
    men = "".join(f'{kind}{n} = {{ hex = "xV1-aboard", kind = "{one}" }}\n' for n, one in enumerate(aboard, 1))
    with pytest.raises(DataError) as found:
        load_position(f'{HEAD}xV1 = {{ hex = "61H3", kind = "{vehicle}" }}\n{men}')
    assert str(found.value).startswith(f"position, line 7: {kind}1 cannot be so: {why}"), found.value


def test_51_who_rides_beside_the_map_or_behind_two_guns_is_refused_with_his_line() -> None:
    lorry, man = 'xV1 = {{ hex = "{}", kind = "it-autocarro-m" }}\n', 'x1 = { hex = "xV1-aboard", kind = "it-346" }\n'
    guns = "".join(f'xG{n} = {{ hex = "xV1-aboard", kind = "it-cannone-47-32" }}\n' for n in (1, 2))
    for place, text, why in (("eliminated", man, "x1 cannot be so: xV1 is not on the map."), ("61H3", guns, "xG1 cannot be so: xV1 tows one gun.")):
        with pytest.raises(DataError) as found:
            load_position(HEAD + lorry.format(place) + text)
        assert f"line 7: {why}" in str(found.value)
    load_position(HEAD + lorry.format("61H3") + man)
