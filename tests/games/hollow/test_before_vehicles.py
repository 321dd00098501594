"""Rules about vehicles that can be stated without one: the check before an attack on armour, and where mud, sand and hammada stop wheels and tracks.

Nothing in play asks them yet; the rulebook calls their paragraphs planned.
"""

from __future__ import annotations

import pytest

from amba.games.hollow.boards.ground import Ground, Placed, lay
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.rules.r194_mud import hammada_stops, mud_bogs, sand_bogs
from amba.games.hollow.rules.r197_armour_check import check_modifier, highest_roll, may_attack_vehicle
from tests.games.hollow.table import GAME, table
from tests.games.hollow.words import board_from


@pytest.mark.parametrize(
    ("kind", "modifier"), [("it-447", 0), ("it-247", 0), ("it-347", 1), ("it-346", 1), ("it-336", 1), ("br-436", 0), ("br-457", 0), ("ge-447", 0)]
)
def test_197_4_all_italians_but_the_elite_take_the_check_with_one_more(kind: str, modifier: int) -> None:
    assert check_modifier(GAME.world.squads[GAME.world.squad_face[kind]]) == modifier


def test_198_2_so_do_the_axis_minors() -> None:
    minors = [squad for squad in GAME.world.squads if squad.nation == "axis minor"]
    assert minors
    assert {squad.quality == "elite": check_modifier(squad) for squad in minors} in ({False: 1, True: 0}, {False: 1})


def test_197_4_morale_and_the_leader_count_as_in_any_check() -> None:
    """A 3-4-6 needs 5; with an 8-1 of his own side in the hex it would be 6. Leaders check without the modifier."""
    t = table("x1 E5; xL1 G5; a1 H5; aL1 H5; x2 J5 broken")
    assert highest_roll(t.s, t.piece("x1")) == 5
    assert highest_roll(t.s, t.piece("xL1")) == 8
    assert highest_roll(t.s, t.piece("a1")) == 8
    assert may_attack_vehicle(t.s, t.piece("x1"), 5)
    assert not may_attack_vehicle(t.s, t.piece("x1"), 6)
    assert not may_attack_vehicle(t.s, t.piece("x2"), 2), "a broken unit attacks nobody"


def ground(**words: str) -> Ground:
    return lay([[Placed(board_from(99, **words), False)]])


def at(name: str) -> tuple[int, int]:
    return hex_place(name)


def test_194_8_mud_bogs_only_in_open_ground_beside_hammada() -> None:
    g = ground(hammada="J5", scrub="J4", sand="I5", cliff="J5/K5")
    assert mud_bogs(g, at("J6"))
    assert not mud_bogs(g, at("J5")), "hammada itself"
    assert not mud_bogs(g, at("J4")), "scrub"
    assert not mud_bogs(g, at("I5")), "sand"
    assert not mud_bogs(g, at("A1")), "no hammada beside it"
    assert not mud_bogs(g, at("J6"), paved=True)


def test_194_8_such_hexes_do_not_cause_hammada_immobilisation_in_mud() -> None:
    g = ground(hammada="J5")
    assert hammada_stops(g, at("J6"), mud=False, on_track=False)
    assert not hammada_stops(g, at("J6"), mud=True, on_track=False)
    assert hammada_stops(g, at("J5"), mud=True, on_track=False)


def test_192_2_a_track_spares_the_rolls_for_sand_and_hammada_but_not_for_mud() -> None:
    g = ground(hammada="J5", sand="L5")
    assert not hammada_stops(g, at("J5"), mud=False, on_track=True)
    assert sand_bogs(g, at("L5"), on_track=False)
    assert sand_bogs(g, at("L6"), on_track=False)
    assert not sand_bogs(g, at("L5"), on_track=True)
    assert mud_bogs(g, at("J6")), "there is no way to say that a track is there: it would change nothing"
