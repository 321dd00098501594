"""Vehicles that arrive during play: alone, and as a platoon without radio (4, 181.221, 181.223)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from amba.core.decision import CHANCE
from amba.games.hollow.book import HERE
from amba.lab import laws
from amba.load.position import Position, load_position

PIMPLE = (HERE / "data" / "scenarios" / "pimple.toml").read_text(encoding="utf-8").replace('key = "pimple"', 'key = "column"')
LATER = """
[[group]]
key = "later"
title = "Those who come later"
side = "axis"
nation = "italian"
colour = "italian"
turn = 2
hexes = ["61A4", "61A5", "61A6", "61A7", "61B5"]
vehicles = [{vehicles}]

[victory]"""
POSITION = """
game = "hollow"
scenario = "column"
turn = 2
phase = "movement"
phasing = "axis"
[tracks]
ground = 3
allied_chance = 100
[pieces]
{pieces}
"""


def column(tmp_path: Path, vehicles: str = '"it-m13-40*2"', pieces: str = 'a1 = "61P4"') -> Position:
    """The movement phase of the second turn: vehicles are due at the western edge, after the four vehicles that are not named here."""
    (tmp_path / "scenarios").mkdir(exist_ok=True)
    text = PIMPLE.replace("\n[victory]", LATER.format(vehicles=vehicles))
    (tmp_path / "scenarios" / "column.toml").write_text(text, encoding="utf-8")
    kinds = [word for text in vehicles.replace('"', "").split(", ") for word in [text.partition("*")[0]] * int(text.partition("*")[2] or 1)]
    coming = "".join(f'xV{number} = {{ hex = "axis-entry", kind = "{kind}" }}\n' for number, kind in enumerate(kinds, 5))
    position = load_position(POSITION.format(pieces=coming + pieces), tmp_path)
    position.do("done")
    return position


def due(position: Position) -> list[str]:
    return sorted({words[1] for words in position.legal() if words[0] == "arrive"})


def said(position: Position, order: str) -> str:
    found = position.why(order)
    return "" if found is None else f"{found.rule}: {found.text}"


def piece(position: Position, key: str) -> dict[str, object]:
    found = position.document()["pieces"][key]
    assert isinstance(found, dict)
    return found


def test_4_vehicles_arrive_in_their_turn_in_motion_and_have_spent_the_hex(tmp_path: Path) -> None:
    position = column(tmp_path, '"it-m13-40"')
    assert due(position) == ["xV5"]
    shown = position.odds("arrive xV5 61A5 3")
    assert shown is not None
    assert shown.cost is not None
    assert shown.cost.endswith("of 11")
    position.do("arrive xV5 61A5 3")
    found = piece(position, "xV5")
    assert (found["hex"], found["facing"]) == ("61A5", 3)
    assert found["marks"] == ["motion", "new_hex"]
    assert due(position) == []


def test_4_not_elsewhere_nor_among_enemies(tmp_path: Path) -> None:
    position = column(tmp_path, pieces='a1 = "61A5"')
    assert "where the scenario lets" in said(position, "arrive xV5 61C4 3")
    assert said(position, "arrive xV5 61A5 3").startswith("4: The enemy is in 61A5")
    assert "not among the reinforcements" in said(position, "arrive xV1 61A6 3")


def test_181_223_the_only_tank_that_enters_drives_alone_without_a_check(tmp_path: Path) -> None:
    position = column(tmp_path, '"it-m13-40"')
    position.do(["arrive xV5 61A5 3", "wheel xV5"])
    assert not position.waits_for_dice


def test_181_221_181_223_without_radio_they_come_in_beside_each_other_and_go_on_together(tmp_path: Path) -> None:
    position = column(tmp_path)
    position.do("arrive xV5 61A4 3")
    assert said(position, "wheel xV5").startswith("181.223: The others of its platoon come in first")
    assert said(position, "arrive xV6 61A7 3").startswith("181.221: ")
    position.do("arrive xV6 61A5 3")
    assert said(position, "wheel xV5").startswith("181.223: ")
    assert position.why("platoon xV5 xV6") is None
    position.do("drive xV5 61C5 3", "7 7 7 7")
    assert [piece(position, key)["hex"] != was for key, was in (("xV5", "61A4"), ("xV6", "61A5"))] == [True, True]


def test_181_21_with_radio_each_drives_as_it_likes(tmp_path: Path) -> None:
    position = column(tmp_path, '"it-autocarro-l*2"')
    position.do(["arrive xV5 61A4 3", "arrive xV6 61A7 3"], "7 7")
    assert position.why("wheel xV5") is None


def test_135_who_has_come_is_driven_before_the_phase_ends(tmp_path: Path) -> None:
    position = column(tmp_path, '"it-m13-40"')
    position.do("arrive xV5 61A5 3")
    assert said(position, "done").startswith("135: ")


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_4_random_arrivals_keep_the_laws(tmp_path: Path, seed: str) -> None:
    position = column(
        tmp_path,
        '"it-m13-40*2", "it-l3-35*2", "it-autocarro-l"',
        'a1 = { hex = "61A6", kind = "br-457", marks = ["concealed"] }\naF1 = { hex = "61A4", kind = "known mines", points = 6 }',
    )
    game, s, rng = position.game, position.state.copy(), Random(seed)
    for step in range(70):
        decision = game.decision(s)
        if decision is None:
            break
        if decision.who == CHANCE:
            outcomes = game.outcomes(s)
            action = rng.choices([one for one, _ in outcomes], [weight for _, weight in outcomes])[0]
        else:
            menu = list(game.legal(s))
            assert laws.menu_and_referee_agree(game, s, rng, 4) == []
            coming = [one for one in menu if one.verb == "arrive"]
            for one in rng.sample(coming, min(2, len(coming))):
                assert laws.odds_are_the_odds(game, s, one) == []
            action = rng.choice(coming if coming and rng.random() < 0.7 else menu)
        assert laws.nothing_leaks(game, s, rng, 2) == [] if step % 10 == 0 else True
        game.apply(s, action)
        assert not game.invariants(s)


def test_4_who_comes_onto_the_map_is_told_who_may_fire_at_it_there(tmp_path: Path) -> None:
    """A gun before the edge, and men who see a lorry come."""
    pieces = 'a1 = { hex = "61C4", kind = "br-228", has = ["aG1"] }\naG1 = { hex = "61C4", kind = "br-oqf-2-pdr", facing = 9 }\na2 = "61D4"'
    position = column(tmp_path, '"it-autocarro-l"', pieces)
    found = position.odds("arrive xV5 61A4 3")
    assert found is not None
    firers = {label.partition(" may fire")[0] for label, _, _ in found.items if " may fire at it in 61A4" in label}
    assert firers == {"OQF 2-pdr (aG1)", "whoever is in 61C4", "whoever is in 61D4"}
