"""What bots do with tanks: machine guns, fire on the way, places behind a crest (35, 33.31, 77)."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from amba.bots.greedy import best
from amba.core.game import Game
from amba.games.hollow.bot.advice import advice
from amba.games.hollow.bot.tanks import dread
from amba.games.hollow.rules.armour.r032_arcs import facing_at, facing_hit
from tests.games.hollow.table import read
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_vehicle_guns import fire


def worth(t: Drill, side: int, order: str) -> float:
    assert order in t.menu(), order
    return advice(t.s, side, read(t.game, t.s, *t.words(order)))


def choice(t: Drill, side: int) -> Any:
    """What the bot for beginners in tactics does: the best single gesture."""
    return best(cast("Game", t.game), advice, t.s, side, Random(1))


def test_35_a_bot_fires_the_machine_guns_of_its_tanks() -> None:
    """All of them at once, at the men whom they are likeliest to hurt; not at men far off whom they hardly hurt."""
    t = fire("xV1 E5 it-l3-35 @3; a1 H5 br-457; a2 T5 br-457", "axis", date="1941-03-01")
    order = choice(t, 1)
    assert (order.verb, order.to, order.how) == ("rake", t.game.names.place["99H5"], "")
    assert worth(t, 1, "rake xV1 H5 bow") < 0
    far = fire("xV1 E5 it-l3-aa @3; a1 S5 br-457 dug_in", "axis", date="1941-03-01")
    assert choice(far, 1).verb == "done"


def test_35_a_bot_tries_machine_guns_at_thin_armour_and_not_at_thick() -> None:
    t = fire("aV1 E5 br-lt-mk-vib @3; xV1 G5 it-l3-35 @9; xV2 G6 it-m13-40 @9", "axis", "defence", date="1941-03-01")
    order = choice(t, 0)
    assert (order.verb, order.target) == ("pierce", t.piece("xV1"))
    thick = fire("xV1 E5 it-l3-35 @3; aV1 G5 br-matilda-ii @9", "axis", date="1941-03-01")
    assert choice(thick, 1).verb == "done"


def test_33_31_a_bot_fires_a_good_shot_on_the_way_and_keeps_a_poor_one_for_later() -> None:
    """Beside the rear of an L3 a tank that is on the way does not wait; at a Matilda's front far off it does."""
    near = drill({}, "aV1 E5 br-valentine-ii @3 motion exposed; xV1 H5 it-autocarro-p-hvy @9", date="1942-01-01")
    near.do("wheel aV1", "ahead F5", "brake")
    assert worth(near, 0, "engage aV1 xV1") > 0
    far = drill({}, "aV1 E5 br-valentine-ii @3 motion exposed; xV1 R5 it-m13-40 @9", date="1942-01-01")
    far.do("wheel aV1", "ahead F5")
    assert worth(far, 0, "engage aV1 xV1") < 0


def test_35_a_bot_rakes_on_the_way_only_when_the_vehicle_stands() -> None:
    t = drill({}, "aV1 E5 br-valentine-ii @3 motion exposed; x1 H5 it-346", date="1942-01-01")
    t.do("wheel aV1", "ahead F5")
    assert worth(t, 0, "rake aV1 H5") < 0
    t.do("brake")
    assert worth(t, 0, "rake aV1 H5") > 0


def test_77_a_bot_looks_for_a_place_behind_a_crest_when_enemies_below_look_at_it() -> None:
    """Up to the hill's edge, search, and stand there: four gestures that it finds by itself."""
    words = {"level_1": " ".join(f"{letter}{number}" for letter in "CDEFGH" for number in range(2, 10))}
    tank, foe = "aV1 G5 br-a10-mk-ia @3 exposed", "xV1 N5 ge-pzkpfw-iiil @9"
    t = drill(words, f"{tank}; {foe}", date="1942-08-01", hills=True, control={"allied": ["99H9"]})
    done = []
    for _ in range(8):
        if t.rolls:
            t.do("roll 1" if t.rolls == "hull down" else "roll 6,6")
            continue
        order = choice(t, 0)
        done.append(order.verb)
        if order.verb in {"stand", "done"}:
            break
        t.game.apply(t.s, order)
    assert done[:4] == ["wheel", "start", "ahead", "hull-down"]
    assert t.has("aV1", "hull_down")
    level = drill({"level_1": f"{words['level_1']} N5"}, f"{tank}; {foe}", date="1942-08-01", hills=True, control={"allied": ["99H9"]})
    assert worth(level, 0, "wheel aV1") < 0, "nobody is below"


def test_181_22_men_beside_two_tanks_of_a_platoon_are_offered_once() -> None:
    """Both tanks stand in their hex: one order to go along, not two."""
    t = drill({}, "xV1 E5 it-m13-40 @3; xV2 E5 it-m13-40 @3; x1 E5 it-346", "axis", date="1941-02-06")
    t.do("platoon xV1 xV2")
    assert t.menu().count("escort x1") == 1


def test_32_a_bot_counts_on_the_facing_that_a_shot_would_meet() -> None:
    """Two hexsides each to front, side and rear, for its guess as for the shot itself."""
    t = drill({}, "aV1 J5 br-valentine-ii @3; xV1 E5 it-m13-40 @9", date="1942-01-01")
    v, place = t.piece("aV1"), t.s.at[t.piece("aV1")]
    for origin in [there for there in t.s.field.places if 0 < t.s.field.range(place, there) <= 4]:
        for spine in range(6):
            assert facing_at(t.s, place, spine, origin) == facing_hit(t.s, v, origin, spine)
    assert dread(t.s, 0, v, place, 4) < dread(t.s, 0, v, place, 1), "its front to the enemy, or its rear"
    east, off = t.game.names.place["99N5"], t.game.names.place["99J9"]
    assert facing_at(t.s, place, 1, east) == "front"
    assert facing_at(t.s, place, 1, off) == "side"
