"""Who else is hit when aircraft fire at a hex: men in lorries and on tanks, crews with open hatches, crews of emplaced guns (150.4, 31, 64, 176.2)."""

from __future__ import annotations

from typing import Any

import pytest

from amba.games.hollow.frames import Effects
from amba.games.hollow.frames_armour import BurstRoll
from amba.games.hollow.frames_artillery import AirStrike
from amba.games.hollow.rules.armour.r034_high_explosive import Burst
from amba.games.hollow.rules.armour.r034_vehicles import burst_on_vehicle
from amba.games.hollow.rules.artillery.r150_strikes import strafe
from amba.games.hollow.rules.r023_charges import vehicles_blown_up
from tests.games.hollow.tanks import Drill, drill

POWER, KILL = 8, 5


def struck(text: str, dice: tuple[int, int], words: dict[str, str] | None = None, kill: int = KILL) -> tuple[Drill, dict[str, Any]]:
    """A run of 8 factors over E5: the position after it, and what is about to happen to whom."""
    t = drill(words or {}, f"{text}; a9 Z9 br-457", phasing="axis", date="1943-07-15", land="italy")
    strafe(t.s, AirStrike(0, t.game.names.place["99E5"], "strafe"), POWER, kill, *dice)
    effects = t.s.frames[-1]
    assert isinstance(effects, Effects)
    return t, {t.game.names.pieces[piece]: (kind, number) for kind, number, pieces in effects.tasks for piece in pieces}


def test_31_150_4_men_in_a_lorry_suffer_the_same_dice() -> None:
    _, lorry = struck("aV1 E5 br-3-ton-lorry @3; a1 aV1-aboard br-457", (4, 4))
    _, men = struck("a1 E5 br-457", (4, 4))
    assert lorry["a1"] == men["a1"] == ("check", 0)
    assert "aV1" not in lorry, "the lorry itself is not hit"


def test_31_150_4_who_is_in_a_lorry_that_is_destroyed_rolls_to_get_out() -> None:
    _, hit = struck("aV1 E5 br-3-ton-lorry @3; a1 aV1-aboard br-457", (2, 3))
    assert "a1" not in hit
    assert hit["aV1"][0] == "soft"


@pytest.mark.parametrize(("words", "dice"), [({}, (4, 4)), ({"woods": "E5"}, (3, 4))])
def test_31_150_4_men_on_a_tank_are_hit_and_those_behind_armour_are_not(words: dict[str, str], dice: tuple[int, int]) -> None:
    _, riders = struck("aV1 E5 br-valentine-ii @3; a1 aV1-aboard br-457", dice, words)
    assert riders == {"a1": ("check", 0)}
    _, inside = struck("xV1 E5 ge-spw-251-1 @3; x1 xV1-aboard ge-467", dice, words)
    assert inside == {}
    _, shut = struck("xV1 E5 ge-spw-251-1 @3; x1 xV1-aboard ge-467 final_fired", dice, words)
    assert shut == {}


def test_31_150_4_who_has_fired_over_the_sides_is_hit_behind_open_hatches() -> None:
    """As the crew beside them: +2."""
    fired = "xV1 E5 ge-spw-251-1 @3 exposed; x1 xV1-aboard ge-467 final_fired"
    assert struck(fired, (3, 3), kill=1)[1] == {"xV1": ("crew", 0), "x1": ("check", 0)}
    assert struck(fired, (4, 4), kill=1)[1] == {}
    assert struck(fired.replace(" final_fired", ""), (3, 3), kill=1)[1] == {"xV1": ("crew", 0)}


def test_64_150_4_a_crew_with_open_hatches_is_hit_behind_them() -> None:
    _, shut = struck("aV1 E5 br-valentine-ii @3", (3, 3))
    assert shut == {}
    _, exposed = struck("aV1 E5 br-valentine-ii @3 exposed", (3, 3))
    assert exposed == {"aV1": ("crew", 0)}
    _, missed = struck("aV1 E5 br-valentine-ii @3 exposed", (5, 4))
    assert missed == {}


def test_vn_11_a_150_4_behind_the_hatches_of_the_mr35_it_is_worth_one() -> None:
    assert struck("xV1 E5 it-mr35-f @3 exposed", (3, 4))[1] == {"xV1": ("crew", 0)}
    assert struck("xV1 E5 it-m13-40 @3 exposed", (3, 4))[1] == {}


def test_150_4_whoever_is_on_a_tank_that_is_destroyed_is_not_hit_besides() -> None:
    t, hit = struck("aV1 E5 br-crusader-i @3 exposed; a1 aV1-aboard br-457", (1, 1))
    assert t.has("aV1", "wreck")
    assert hit == {}


def test_176_2_150_4_an_emplacement_protects_crew_and_gun() -> None:
    gun = "x1 E5 it-227 +xG1 {0}; xG1 E5 it-cannone-47-32 @9 {0}"
    assert struck(gun.format(""), (4, 4))[1]["x1"] == ("check", 0)
    assert "x1" not in struck(gun.format("emplaced"), (4, 4))[1]


def test_186_16_150_4_stones_splinter_under_shells_and_not_under_bullets() -> None:
    assert struck("a1 E5 br-457", (4, 4), {"hammada": "E5"})[1] == struck("a1 E5 br-457", (4, 4))[1]


def test_31_34_4_under_shells_who_has_fired_over_the_sides_has_the_two_of_the_hatches() -> None:
    hurt = set()
    for total in range(2, 13):
        t = drill({}, "xV1 E5 ge-spw-251-1 @3 exposed; x1 xV1-aboard ge-467 final_fired; a9 Z9 br-457", phasing="axis", date="1943-07-15")
        vehicle, place, coloured = t.piece("xV1"), t.game.names.place["99E5"], total // 2
        burst_on_vehicle(t.s, BurstRoll(-1, place, (vehicle,), 1, 0), vehicle, Burst(50), coloured, total - coloured)
        effects = t.s.frames[-1]
        if isinstance(effects, Effects) and any(t.piece("x1") in pieces for _, _, pieces in effects.tasks):
            hurt.add(total)
    assert max(hurt) == 5, "the column of 6 has its plain check at 7"


def blown_up(text: str, total: int, words: dict[str, str] | None = None) -> dict[str, Any]:
    """What a charge of 4 factors in E5 is about to do to whom."""
    t = drill(words or {}, f"{text}; a9 Z9 br-457", phasing="axis", date="1943-07-15", land="italy")
    tasks = vehicles_blown_up(t.s, t.game.names.place["99E5"], 4, total)
    return {t.game.names.pieces[piece]: (kind, number) for kind, number, pieces in tasks for piece in pieces}


@pytest.mark.parametrize(("words", "last"), [({}, 5), ({"hammada": "E5"}, 6), ({"woods": "E5"}, 4)])
def test_186_16_23_a_charge_at_a_lorry_counts_its_ground_and_the_stones(words: dict[str, str], last: int) -> None:
    lorry = "aV1 E5 br-3-ton-lorry @3"
    assert max(total for total in range(2, 13) if blown_up(lorry, total, words)) == last


def test_31_23_a_charge_strikes_men_on_a_tank_and_open_hatches() -> None:
    assert blown_up("aV1 E5 br-valentine-ii @3; a1 aV1-aboard br-457", 6) == {"aV1": ("charge", 0), "a1": ("check", 0)}
    assert blown_up("aV1 E5 br-valentine-ii @3; a1 aV1-aboard br-457", 7) == {"aV1": ("charge", 0)}
