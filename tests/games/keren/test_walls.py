"""Chapters 11 and 12: walls between neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from amba.games.keren.game import Keren

    from .conftest import Lay


def walled_pairs(keren: Keren) -> list[tuple[str, str]]:
    """Every two neighbours with a prohibited or roadblock side between, both ways."""
    names, ground = keren.names.places, keren.world.ground
    return sorted((names[a], names[b]) for a, b in {*ground.prohibited, *ground.roadblock})


def test_12_1_no_gun_bombards_a_neighbour_behind_a_wall(keren: Keren, lay: Lay) -> None:
    pairs = walled_pairs(keren)
    assert len(pairs) == 18
    for here, there in pairs:
        t = lay("commonwealth.bombardment", {"art-4-1": here, "col-red-1": there})
        refusal = t.refused(f"fire {there} 1")
        assert refusal.rule == "12.1"
        assert ("roadblock" in refusal.text) == ("3516" in (here, there))
        assert there not in keren.overlay(t.s, 0, "sight", here)["hexes"]
        (line,) = keren.overlay(t.s, 0, "sight", f"{here},{there}")["rays"]
        assert line["tone"] == "blocked"


def test_12_1_no_gun_adds_its_fire_at_a_neighbour_behind_a_wall(keren: Keren, lay: Lay) -> None:
    """12.5 lets a gun join in defensive fire where it could bombard: not here."""
    ground, places = keren.world.ground, keren.names.places
    for here, there in walled_pairs(keren):
        free = next(places[n] for n in ground.zoc_links[keren.names.place[there]] if places[n] in keren.names.place and places[n] != "tunnel")
        moved = {"hex": there, "marks": ["moved"]}
        t = lay("italian.fire", {"it-art-5-1": here, "col-red-1": free, "2-camerons-a": moved})
        t.do(f"fire {there} 1", "add col-red-1")
        assert t.refused("add it-art-5-1").rule == "11.0"
        t = lay("italian.fire", {"it-art-5-1": here, "2-camerons-a": moved})
        assert t.refused(f"fire {there} 1").rule == "11.0"
