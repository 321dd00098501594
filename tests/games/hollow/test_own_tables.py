"""Every table of the box may be replaced: a changed cell is played, and one that cannot be read is refused with file and reason."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from amba.core.steps import push
from amba.games.hollow.book import HERE
from amba.games.hollow.counters import DUST, GROUND, GUSTS, GUSTY, OVERCAST, WIND
from amba.games.hollow.frames import FirePhase, WindRoll
from amba.games.hollow.game import Hollow
from amba.games.hollow.orders_armour import Engage
from amba.games.hollow.printed import GROUND_WORDS
from amba.games.hollow.rules.armour.r030_costs import terrain_halves
from amba.games.hollow.rules.armour.r033_engaging import engagement_of, vehicle_hit_items, vehicle_kill_items
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.r005_movement import step_items
from amba.games.hollow.rules.r020_close_combat import kill_number
from amba.games.hollow.rules.r102_blazes import kindling_number, spreading_number
from amba.games.hollow.rules.r185_costs import desert_cost
from amba.games.hollow.rules.r194_weather import ground_modifier
from amba.games.hollow.state import HollowState
from amba.load.registry import open_game
from amba.load.whatif import BadChange
from tests.games.hollow.table import give
from tests.games.hollow.test_costs import C4, C5, ground

DUNE = ground("sand")


def game(*changes: str) -> Hollow:
    return cast("Hollow", open_game("hollow", changes=list(changes)))


def duel(g: Hollow, gun: str = "br-crusader-i", target: str = "it-m13-40", date: str = "1942-06-01", **marks: Any) -> HollowState:
    """A tank at 62N4 and another at 62Q5, three hexes away."""
    pieces = {
        "aV1": {"hex": "62N4", "kind": gun, "facing": 3, **marks},
        "xV1": {"hex": "62Q5", "kind": target, "facing": 9},
        "a1": {"hex": "62L4", "kind": "br-457"},
    }
    return g.place({"game": "hollow", "scenario": "cub-cub", "phase": "prep", "phasing": "allied", "pieces": pieces})


def aim(g: Hollow, ammunition: str = "", **more: Any) -> tuple[int, int, int]:
    """Number to hit, what is added to the dice, number to kill the hull."""
    s = duel(g, **more)
    order = Engage(g.names.piece["aV1"], g.names.piece["xV1"], cast("Any", ammunition))
    shot = engagement_of(s, FirePhase(0, "prep"), order)
    number, modifiers = vehicle_hit_items(s, shot)
    kill = vehicle_kill_items(s, order.gun, order.vehicle, shot.ammunition, is_turret=False)
    return sum_of(number), sum_of(modifiers), sum_of(kill)


def test_33_a_gun_is_read_from_tables_of_ones_own() -> None:
    hit, added, kill = aim(game())
    assert aim(game("tables.to_hit.vehicle black.6=12"))[0] == hit + 2
    assert aim(game("tables.to_hit_guns.L.6=3"))[0] == hit + 3
    assert aim(game("tables.to_hit_cases.I.modifier=4"))[1] == added + 3
    assert aim(game("tables.kill_range.ap to 57 mm.6=5"))[2] == kill + 5
    he = aim(game(), "he", gun="br-matilda-ii-cs")[2]
    assert aim(game("tables.kill_he.armoured.70=20"), "he", gun="br-matilda-ii-cs")[2] == he + 13
    soft = aim(game(), target="it-autocarro-l")[2]
    assert aim(game("tables.kill_ap_soft.unarmoured.37=15"), target="it-autocarro-l")[2] == soft + 7


def test_33_4_special_ammunition_of_ones_own() -> None:
    def composite(g: Hollow) -> int:
        s = duel(g, "br-crusader-i", "it-m13-40")
        return sum_of(vehicle_kill_items(s, g.names.piece["xV1"], g.names.piece["aV1"], "heat", is_turret=False))

    assert composite(game("tables.special_ammunition.47.heat=30")) == composite(game()) + 4


def test_176_5_costs_of_ones_own() -> None:
    def costs(g: Hollow) -> tuple[int, int, int]:
        s = duel(g)
        tank, open_hex = g.names.piece["aV1"], next(p for p in s.field.places if not s.field.words(p))
        man = g.names.piece["a1"]
        foot = sum_of(step_items(s, (man,), next(p for p in s.field.around[s.at[man]] if not s.field.words(p))))
        return terrain_halves(s, tank, open_hex), foot, desert_cost(DUNE, C4, C5, "tracked", printed=s.field.printed)

    tank, foot, sand = costs(game())
    assert costs(game("tables.movement.open.tracked=5"))[0] == tank + 8
    assert costs(game("tables.movement.open.infantry=3"))[1] >= foot + 2
    assert costs(game("tables.sand.sand.tracked=9"))[2] == sand + 7


def test_20_close_combat_of_ones_own() -> None:
    assert kill_number(Fraction(4), Fraction(4), game("tables.close_combat.1-1.number=9").world.printed) == ("1-1", 9)


def weather(*changes: str) -> HollowState:
    g = game(*changes)
    s = g.new("tank-battle", {})
    for words in (("campaign", "desert-1942"), ("month", "June"), *(("roll", roll) for roll in ("4", "3", "1", "2", "3", "1"))):
        give(g, s, *words)
    return s


def test_194_weather_of_ones_own() -> None:
    s = weather()
    assert (s.tracks[OVERCAST], GROUND_WORDS[s.tracks[GROUND]], s.tracks[WIND], s.tracks[DUST]) == (0, "moderate", 1, 0)
    assert weather("tables.weather.4.may-september=overcast").tracks[OVERCAST] == 1
    assert GROUND_WORDS[weather("tables.ground.4.ground=very dry").tracks[GROUND]] == "very dry"
    assert weather("tables.wind.2.wind=heavy wind").tracks[WIND] == 2
    assert weather("tables.ground.4.ground=dry", "tables.dust.1.dust=moderate").tracks[DUST] == 2
    night = weather("tables.time_of_day.3.time=night")
    assert night.tracks[night.world.names.track["night"]] == 1
    assert ground_modifier("dry", game("tables.ground.5.modifier=3").world.printed) == 3


def test_194_76_a_wind_change_of_ones_own() -> None:
    g = game("tables.wind_change.7.plain=gusts")
    s = duel(g)
    s.tracks[OVERCAST] = s.tracks[GUSTY] = 0
    push(s, WindRoll())
    give(g, s, "roll", "7")
    assert s.tracks[GUSTS] == 1


def test_102_fires_of_ones_own() -> None:
    def numbers(g: Hollow) -> tuple[int | None, int | None]:
        s = duel(g)
        brush = next(p for p in s.field.places if s.field.words(p) & {"brush", "palms", "grain", "orchard"} or s.field.has(p, "woods", "building"))
        return kindling_number(s, brush), spreading_number(s, brush)

    words = ("woods", "building", "large_building", "rubble", "brush", "vineyard", "grain", "orchard", "olive_grove", "palms", "cactus_patch")
    easier = game(*(f"tables.fires.{word}.kindling=3" for word in words), *(f"tables.fires.{word}.spreading=4" for word in words))
    assert numbers(easier) == (3, 4) != numbers(game())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("tables.fires.woods.kindling=x", "expected a number, 0 or more"),
        ("tables.close_combat.1-1.number=many", "expected a number, 0 or more"),
        ("tables.movement.woods.truck=dear", "expected a number, half, all or no"),
        ("tables.sand.sand.car=-1", "expected a number, 0 or more"),
        ("tables.weather.4.april=hail", "expected one of clear, gusty"),
        ("tables.ground.4.ground=soft", "expected one of mud"),
        ("tables.ground.4.modifier=x", "expected a whole number"),
        ("tables.wind.4.wind=storm", "expected one of no wind"),
        ("tables.time_of_day.4.time=noon", "expected one of early morning"),
        ("tables.dust.4.dust=thick", "expected one of none"),
        ("tables.wind_change.4.plain=hail", "expected one of nothing"),
        ("tables.to_hit.area red.6=x", "expected a whole number"),
        ("tables.to_hit_guns.L.6=x", "expected a whole number"),
        ("tables.to_hit_cases.J.modifier=x", "expected a whole number"),
        ("tables.kill_range.apds.6=x", "expected a whole number or a dash"),
        ("tables.kill_he.armoured.70=x", "expected a whole number"),
        ("tables.kill_ap_soft.unarmoured.37=x", "expected a whole number"),
        ("tables.special_ammunition.47.heat=x", "expected a whole number or a dash"),
    ],
)
def test_a_cell_that_cannot_be_read_is_refused(change: str, says: str) -> None:
    with pytest.raises(BadChange) as found:
        open_game("hollow", changes=[change])
    assert says in str(found.value)


def test_every_table_is_read_from_the_persons_own_folder() -> None:
    """None is left that the rules would read from ours alone."""
    tables = {path.stem for path in (HERE / "data" / "tables").glob("*.csv")}
    covered = {"fire", "fires", "close_combat", "movement", "sand", "weather", "ground", "wind", "time_of_day", "dust", "wind_change"}
    assert tables == covered | {"to_hit", "to_hit_guns", "to_hit_cases", "kill_range", "kill_he", "kill_ap_soft", "special_ammunition"}
