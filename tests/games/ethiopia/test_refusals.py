"""A refusal names the one reason that applies, with its arithmetic. The plain around 6349 is clear."""

from __future__ import annotations

from typing import Any

import pytest

Why = tuple[str, str, str]
"""An order, the rule that refuses it, and words of the reason."""


def check(t: Any, reasons: list[Why]) -> None:
    for words, rule, text in reasons:
        found = t.why(words)
        assert (found.rule, text in found.text) == (rule, True), f"{words}: {found.text} [{found.rule}]"


def test_7_1_a_march(base: Any) -> None:
    t = base({"sabauda": "6352", "hq-i": "6353", "bomber-1": "air-north", "harar-1": "6349", "cv-1": "6365", "sila": "6362"})
    t.do("move sila 6361")
    check(
        t,
        [
            ("move bomber-1 6352", "7.1", "does not march"),
            ("move harar-1 6348", "7.1", "not yours"),
            ("move gavinana 6352", "7.1", "not on the map"),
            ("move sila 6360", "7.1", "has moved"),
            ("move sabauda air-north", "7.1", "box"),
            ("move sabauda 6352", "7.1", "already in 6352"),
            ("move sabauda 6349", "5.3", "held by the enemy"),
            ("move sabauda 6347", "7.1", "needs"),
            ("move cv-1 2017", "7.2", "over ground that it can cross"),
            ("move hq-i 6350", "7.8", "in an enemy zone"),
        ],
    )
    trap = base({"nasibu": "6352", "sabauda": "6345"}, "ethiopian.movement")
    check(trap, [("move nasibu mogadishu", "2.7", "never enter")])


def test_6_4_what_bars_the_way(base: Any) -> None:
    ring = {"harar-1": "6348", "harar-2": "6448", "harar-3": "6449", "harar-4": "6350", "mahel-1": "6249", "mahel-2": "6248"}
    check(base({"sabauda": "6349", **ring}), [("move sabauda 6344", "6.4", "Enemy units bar")])
    zones = base({"hq-i": "6349", "harar-1": "6247", "harar-2": "6250", "mahel-1": "6549"})
    check(zones, [("move hq-i 6343", "6.4", "Enemy zones bar")])


def test_7_7_a_train(base: Any) -> None:
    t = base({"guard-1": "addis-ababa", "guard-2": "3042", "guard-3": "4040", "genova": "3840"}, "ethiopian.movement")
    check(
        t,
        [
            ("rail guard-1 3041", "7.7", "not on the Djibouti railway"),
            ("rail guard-1 2942", "7.7", "already in 2942"),
            ("rail guard-1 5236", "7.7", "25 hexes away along the railway; a train goes 24"),
        ],
    )
    t.do("rail guard-1 3243")
    check(t, [("rail guard-2 3243", "7.7", "One unit has gone by rail")])
    cut = base({"guard-1": "addis-ababa", "genova": "3344", "guard-2": "3041"}, "ethiopian.movement")
    check(cut, [("rail guard-1 4040", "7.7", "Enemy units cut"), ("rail guard-2 3243", "7.7", "not on the Djibouti railway")])
    check(base({"guard-1": "addis-ababa", "genova": "3343"}, "ethiopian.movement"), [("rail guard-1 4040", "7.7", "Enemy zones cut")])
    check(base({"sabauda": "3942"}), [("rail sabauda 4040", "7.7", "railway is Ethiopian")])


def test_9_1_an_air_mission(base: Any) -> None:
    t = base({"bomber-1": "air-north", "bomber-2": "air-north", "tigre-1": "2913", "tigre-2": "3423"}, "italian.airstrike")
    t.do("fly bomber-2 2913")
    check(
        t,
        [
            ("fly tigre-1 2913", "9.1", "does not fly"),
            ("fly bomber-2 2913", "9.1", "has been sent over 2913"),
            ("fly bomber-3 2913", "9.1", "not in play"),
            ("fly bomber-1 2914", "9.1", "no combat units in 2914"),
            ("fly bomber-1 3423", "9.1", "the range is 12"),
            ("gas 2913", "9.5", "not used in this game"),
        ],
    )
    none = base({"bomber-4": "air-south", "tigre-1": "2913"}, "italian.airstrike", control={"ethiopian": SOUTH})
    check(none, [("fly bomber-4 2913", "9.1", "No airfield of the south is Italian")])


SOUTH = ["lugh", "dolo", "bulo-burti", "belet-uen", "gorrahei", "neghelli"]


def test_9_5_gas(base: Any) -> None:
    units = {"bomber-4": "air-south", "bomber-6": "air-south", "sidamo-1": "5070", "harar-1": "6562", "sabauda": "5072"}
    early = base(units, "italian.airstrike", options={"gas": "on"}, turn=8)
    check(early, [("gas 5070", "9.5", "not allowed in turn 8; the first turn of gas is 9")])
    t = base(units, "italian.airstrike", options={"gas": "on"}, turn=9)
    t.do("fly bomber-4 5070", "fly bomber-6 5072")
    check(t, [("gas 5071", "9.5", "No bomber is over 5071"), ("gas 5072", "9.5", "no Ethiopian units in 5072")])
    t.do("gas 5070")
    check(t, [("gas 5070", "9.5", "has been used in this turn")])


def test_10_2_an_attack(base: Any) -> None:
    units = {"sabauda": "6350", "harar-1": "6349", "harar-2": "6450", "mahel-1": "6344", "cv-1": "3418", "mahel-2": "3417"}
    t = base(units, "italian.combat")
    check(
        t,
        [
            ("attack 6351", "10.2", "no enemy in 6351"),
            ("attack 6344", "10.2", "None of your units is beside 6344"),
            ("attack 3417", "10.2", "could not enter 3417"),
        ],
    )
    t.do("attack 6349")
    check(
        t,
        [
            ("join harar-1", "10.2", "not yours"),
            ("join cv-1", "10.2", "hexes from 6349"),
            ("join sila", "10.2", "not on the map"),
            ("fight", "G2.a", "beside 6349"),
        ],
    )
    t.do("join sabauda")
    check(t, [("join sabauda", "10.3", "has joined already")])
    levies = base({"harar-1": "6349", "sabauda": "6350", "nasibu": "6344"}, "ethiopian.combat")
    refusal = levies.why("attack 6350")
    assert (refusal.rule, [item[2] for item in refusal.items]) == ("10.2", ["10.12"]), "each unit beside the hex with its own reason"


def test_10_8_a_retreat(base: Any) -> None:
    units = {"sabauda": "6350", "harar-1": "6349", "mahel-1": "6346", "mahel-2": "6346", "mahel-3": "6346", "mahel-4": "6346", "genova": "6646"}
    t = base(units, "italian.combat")
    t.do("attack 6349", "join sabauda", "fight", "die 1")
    check(
        t,
        [
            ("retreat mahel-1 6343", "10.8", "not among those who retreat"),
            ("stay harar-1", "10.8", "must retreat"),
            ("stay sabauda", "10.8", "not among those who retreat"),
            ("retreat harar-1 6347", "10.8", "is 2 hexes away; Harar 1 retreats exactly 3 hexes"),
            ("retreat harar-1 6352", "10.8", "no way"),
        ],
    )
    assert t.why("retreat harar-1 6352").hexes, "the hexes that would do are lit"


def test_10_11_an_advance(base: Any) -> None:
    t = base({"sabauda": "6350", "sila": "6348", "gavinana": "6249", "hq-i": "6350", "hq-ii": "6249", "harar-1": "6349"}, "italian.combat")
    t.do("attack 6349", "join sabauda", "join sila", "fight", "die 1")
    check(
        t,
        [
            ("advance gavinana", "10.11", "not among the attackers"),
            ("advance hq-i", "10.11", "once a combat unit is in 6349"),
            ("advance hq-ii", "10.11", "with none of the attackers"),
            ("advance cosseria", "10.11", "not on the map"),
        ],
    )
    t.do("advance sila")
    check(t, [("advance sila", "10.11", "in 6349 already")])


def test_11_1_digging_in(base: Any) -> None:
    units = {"sabauda": "6349", "italian-trench-1": "6349", "sila": {"hex": "6350", "marks": ["moved"]}, "gavinana": "2128"}
    t = base(units, "italian.works")
    check(
        t,
        [
            ("entrench 6340", "11.1", "None of your combat units is in 6340"),
            ("entrench 6349", "11.1", "entrenched already"),
            ("entrench 2128", "11.1", "marsh"),
            ("entrench 6350", "11.1", "Sila has moved"),
        ],
    )


def test_11_4_a_road(base: Any) -> None:
    units = {"hq-i": "3311", "hq-ii": {"hex": "2910", "marks": ["moved"]}, "hq-iii": "6349", "sabauda": "2910", "tigre-1": "3410"}
    t = base(units, "italian.works")
    check(
        t,
        [
            ("build sabauda 2911", "11.4", "no headquarters of yours"),
            ("build hq-iv 2911", "11.4", "not on the map"),
            ("build hq-ii 2911", "11.4", "has moved"),
            ("build hq-i 3315", "11.4", "neither the hex of"),
            ("build hq-i 3311", "11.4", "a road in 3311 already"),
            ("build hq-i 3410", "11.4", "held by the enemy"),
            ("build hq-i 3411", "11.4", "enemy zone"),
            ("build hq-iii 6350", "11.4", "not beside a road in supply"),
        ],
    )
    free = base({"hq-i": "3311"}, "italian.works")
    free.do("build hq-i 3312")
    check(free, [("build hq-i 3411", "11.4", "second hex must be along a track")])


@pytest.mark.parametrize("phase", ["italian.works", "ethiopian.works"])
def test_g4_a_a_dump(table: Any, base: Any, phase: str) -> None:
    check(base({"sabauda": "6349"}, phase), [("dump 6349", "G4.a", "not used in this game")])
    trenches = {"italian-trench-1": {"hex": "3313", "points": 2}, "italian-trench-2": {"hex": "6349", "points": 3}}
    t = table({**trenches, "sabauda": "3313", "sila": "6349"}, phase)
    if phase == "ethiopian.works":
        check(t, [("dump 3313", "G4.a", "Only the Italians")])
        return
    check(
        t,
        [
            ("dump 3312", "G4.a", "no entrenchment of yours"),
            ("dump 3313", "G4.a", "in supply for 2 of 3 turns"),
            ("dump 6349", "G4.a", "out of supply now"),
        ],
    )


@pytest.mark.parametrize("die", range(1, 7))
def test_10_7_what_is_shown_before_the_die_is_what_is_told_after_it(table: Any, die: int) -> None:
    """The column, the modifier and the result: of the attack as a whole, of joining, of the fight itself."""
    t = table({"sabauda": "2912", "guns-1": "2911", "hq-ii": "2912", "tigre-1": "2913", "tigre-2": "2913"}, "italian.combat")
    shown = [t.preview("attack 2913")]
    t.do("attack 2913")
    shown.append(t.preview("all"))
    t.do("all")
    shown.append(t.preview("fight"))
    t.do("fight")
    told = next(event.values for event in t.do(f"die {die}") if getattr(event, "what", "") == "result")
    for preview in shown:
        assert preview.column == told[3]
        assert dict(row[:2] for row in preview.items)["To the die"] == f"{told[4]:+d}"
        assert next(chance.label for chance in preview.odds if str(die) in chance.dice.split(", ")) == told[5]
