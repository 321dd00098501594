"""What planners must not leave open: positions taken from games between bots in which the enemy then walked in (`tools/count_walk_ins.py`)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from amba.bots.player import Player
from amba.core.decision import CHANCE, Side
from amba.core.session import Session
from amba.core.state import State
from amba.games.adua.state import AduaState
from amba.games.cheren.bot.march_chits import further
from amba.games.cheren.bot.rear import can_be_taken, exposed
from amba.games.cheren.rules.r09_movement import bar, reach_of
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ITALIAN
from amba.games.ethiopia.bot.rear import can_be_taken as can_walk_in
from amba.games.ethiopia.bot.rear import comers
from amba.games.ethiopia.bot.rear import exposed as open_places
from amba.games.ethiopia.rules.r07_movement import either
from amba.games.ethiopia.rules.r07_movement import reach_of as reach_of_march
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ENGAGED
from amba.games.keren.world import ITALIAN as KEREN_ITALIAN
from amba.load.position import Position, load_position
from amba.load.registry import open_game
from tests.games.cheren.helpers import GAME, Board

POSITIONS = Path(__file__).parent / "positions"


def play_phase(position: Position, level: str = "planner") -> State:
    """The position when a bot has moved all it wants to move in this phase."""
    game, s, rng = position.game, position.state.copy(), Random(1)
    first = position.decision
    assert first is not None
    player = Player(game, first.who, level, speaks=False)
    while (decision := game.decision(s)) is not None:
        if decision.who == CHANCE:
            game.apply(s, game.outcomes(s)[0][0])
        elif (decision.who, decision.kind) == (first.who, first.kind):
            game.apply(s, player.choose(game.imagine(s, first.who, rng), rng).action)
        else:
            break
    return s


def test_a_garrison_that_is_needed_stays() -> None:
    """Agordat is what the enemy marches on: those who hold it do not leave it because they are many enough as long as they are there."""
    position = load_position(POSITIONS / "cheren-agordat-garrison.toml")
    place, before = position.game.names.place["1608"], position.state
    s = play_phase(position, "greedy")
    assert strength_of(s, place, ITALIAN) >= strength_of(before, place, ITALIAN)


def strength_of(s: State, place: int, side: Side) -> int:
    assert isinstance(s, CherenState)
    return sum(s.strength(unit) for unit in s.here[place] if s.side[unit] == side)


@pytest.mark.parametrize(
    ("name", "town", "side"),
    [
        ("cheren-kassala-kept", "0108", ALLIED),  # two battalions stand two moves away from the only source of supply
        ("cheren-kassala-manned", "0108", ALLIED),  # nobody is in it, and guns can go back
        ("cheren-agordat-last-turn", "1608", ALLIED),
        ("cheren-barentu-last-turn", "1311", ITALIAN),  # the Allies can only react now, and would
        ("cheren-agordat-italian-last-turn", "1608", ITALIAN),
        ("cheren-asmara-kept", "2709", ITALIAN),
    ],
)
def test_a_planner_of_cheren_leaves_nobody_a_walk_in(name: str, town: str, side: Side) -> None:
    position = load_position(POSITIONS / f"{name}.toml")
    assert position.decision is not None
    assert position.decision.who == side
    place = position.game.names.place[town]
    s = play_phase(position)
    assert [piece for piece in s.here[place] if s.side[piece] == side], f"{town} stands empty"


NEAR = 'phase = "%s"\nturn = %d\nunits = { 51-comm = "%s", 2-col-1 = "%s"%s }\ncontrol = { allied = ["kassala"] }'


def open_points(phase: str, turn: int, guard: str, enemy: str, more: str = "") -> float:
    return exposed(Board(NEAR % (phase, turn, guard, enemy, more)).s, ALLIED)


def test_what_stands_open_hangs_on_who_can_come() -> None:
    assert open_points("allied.movement", 3, "0109", "0208") > 0, "the enemy is beside an empty Kassala"
    assert open_points("allied.movement", 3, "0108", "0208") == 0, "somebody is in it"
    assert open_points("allied.movement", 3, "0109", "2002") == 0, "nobody can come"
    assert open_points("allied.movement", 3, "0109", "0607") > 0, "by a reaction and the move after it: it is the only source"
    assert open_points("italian.reaction", 3, "0109", "0208") == 0, "foot does not exploit"
    assert open_points("italian.reaction", 3, "0109", "2002", ', 6-cav = "0307"') > 0, "cavalry does"
    assert open_points("allied.movement", 12, "0109", "0208") == 1.0, "at the end a town is worth its points"


def test_who_can_come_is_what_the_rules_let_come() -> None:
    """Looked at from the town, tolls and halts come out as they do for the unit that marches."""
    rng, looked = Random(3), 0
    game = GAME
    s = game.new("campaign", {})
    while (decision := game.decision(s)) is not None and s.turn < 5:
        if decision.kind == "movement" and s.turn > 1 and looked < 400:
            looked += compare(s, decision.who)
        game.apply(s, rng.choice(game.outcomes(s))[0] if decision.who == CHANCE else game.legal(s).pick(rng))
    assert looked >= 20


def compare(s: CherenState, side: int) -> int:
    looked = 0
    for town in s.world.towns:
        if s.here[town.hex] or not s.is_controlled_by(town.hex, side) or any(source.hex == town.hex for source in s.world.sources):
            continue
        slow = [unit for unit in s.units(1 - side) if not s.world.units[unit].may_exploit]
        fast = [unit for unit in s.units(1 - side) if s.world.units[unit].may_exploit]
        coming = any(town.hex in reach_of(s, unit).cost and not bar(s, unit) for unit in slow)
        if coming:
            assert can_be_taken(s, side, town.hex)
        elif not fast:
            assert not can_be_taken(s, side, town.hex)
        looked += 1
    return looked


def test_a_march_chit_is_for_a_unit_that_uses_it() -> None:
    board = Board(
        'phase = "allied.exploitation"\nunits = { 5-ind = "1309", sudan-mmg-1 = "1309", bl-shirt-1 = "2709" }\ncontrol = { allied = ["kassala"] }'
    )
    s = board.s
    assert further(s, ALLIED, GAME.names.piece["5-ind"], "exploit") > 0, "a brigade walks into Barentu"
    assert further(s, ALLIED, GAME.names.piece["sudan-mmg-1"], "exploit") < 0, "it may exploit anyway"


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("ethiopia-last-turn", 1.0),  # six points were left open, Adua among them, on which the army marched back from its conquests
        ("ethiopia-hausien-last-turn", 1.0),  # four points were left open
        ("ethiopia-amba-alagi-kept", 0.3),  # the Ethiopians leave Amba Alagi and Amba Aradam, and can come back
    ],
)
def test_a_planner_of_ethiopia_leaves_little_open(name: str, left: float) -> None:
    """Counted in victory points that the enemy can walk into in his next march, by a third where there is time to come back."""
    position = load_position(POSITIONS / f"{name}.toml")
    assert position.decision is not None
    s = play_phase(position)
    assert isinstance(s, EthiopiaState)
    assert open_places(s, position.decision.who) <= left + 1e-9


def test_who_can_walk_into_a_place_of_ethiopia_is_what_the_rules_let_march() -> None:
    """Looked at from the place, zones and what steps cost come out as they do for the unit that marches."""
    game, rng, looked = open_game("ethiopia"), Random(5), [0, 0]
    s = game.new("october", {})
    while (decision := game.decision(s)) is not None:
        if decision.kind == "movement" and sum(looked) < 600:
            assert isinstance(s, EthiopiaState)
            compare_marches(s, 1 - decision.who, looked)
        game.apply(s, rng.choice(game.outcomes(s))[0] if decision.who == CHANCE else game.legal(s).pick(rng))
    assert min(looked) >= 20


def compare_marches(s: EthiopiaState, side: int, looked: list[int]) -> None:
    """Whether a unit of the side that is to march reaches an empty place of the other's, by both ways of looking at it."""
    army, closed = comers(s, 1 - side), either(s.zoc(side), s.held[side])
    marching = [unit for unit in s.army(1 - side) if not s.has(unit, ENGAGED)]
    for place in s.world.victory[s.scenario]:
        if s.controller(place) == side and not s.held[side][place]:
            coming = any(place in reach_of_march(s, unit, linked=False).cost for unit in marching)
            assert can_walk_in(s, side, place, army, closed) == coming
            looked[coming] += 1


def herded(s: State, side: Side) -> int:
    """Leaders and mules of Adua that stand where another does."""
    assert isinstance(s, AduaState)
    followers = s.followers(side)
    return len(followers) - len({s.at[piece] for piece in followers})


def test_leaders_of_adua_are_spread() -> None:
    """Taken from a game in which most of the Italian leaders stood in a few hexes."""
    position = load_position(POSITIONS / "adua-leaders-herded.toml")
    assert position.decision is not None
    side = position.decision.who
    before = herded(position.state, side)
    assert before >= 4
    assert herded(play_phase(position), side) <= before // 2


def test_a_leader_of_hollow_legions_stays_out_of_close_combat() -> None:
    """Taken from a game in which the lieutenant went in."""
    position = load_position(POSITIONS / "hollow-leader-into-close-combat.toml")
    game = position.game
    assert ("advance", "aL1", "62H6") in position.legal()
    s = play_phase(position)
    assert game.names.places[s.at[game.names.piece["aL1"]]] != "62H6"


def where(s: State, position: Position, piece: str) -> str:
    return position.game.names.places[s.at[position.game.names.piece[piece]]]


def test_a_machine_gun_of_hollow_legions_covers_the_others() -> None:
    """Taken from a game in which it was carried forward over open ground with everybody else, and then into close combat."""
    position = load_position(POSITIONS / "hollow-gun-covers.toml")
    s = play_phase(position)
    assert where(s, position, "aW3") == where(position.state, position, "aW3") == "62M6", "it sees the huts from where it is"
    assert where(s, position, "a5") != where(position.state, position, "a5"), "the others go"


def test_a_machine_gun_of_hollow_legions_stays_out_of_close_combat() -> None:
    position = load_position(POSITIONS / "hollow-gun-into-close-combat.toml")
    assert ("advance", "a1", "62H6") in position.legal()
    s = play_phase(position)
    assert where(s, position, "aW3") == "62I6"
    assert where(s, position, "a3") == "62H6", "others go in"


def test_a_leader_of_hollow_legions_does_not_go_ahead_alone() -> None:
    """Taken from a game in which he went alone under the enemy's eyes, broke, and was cut down."""
    position = load_position(POSITIONS / "hollow-leader-alone.toml")
    s = play_phase(position)
    place = s.at[position.game.names.piece["aL2"]]
    assert any(position.game.names.places[s.at[position.game.names.piece[man]]] == position.game.names.places[place] for man in ("a1", "a2", "a3"))


def test_a_leader_of_hollow_legions_goes_after_his_men() -> None:
    """Taken from a game in which all men of his hex advanced, and he was taken there by a squad two turns later."""
    position = load_position(POSITIONS / "hollow-leader-left-behind.toml")
    assert position.decision is not None
    assert position.decision.kind == "advance"
    s = play_phase(position)
    place, names = where(s, position, "aL1"), position.game.names
    assert where(s, position, "a4") != where(position.state, position, "a4"), "men advance"
    assert any(names.places[s.at[names.piece[man]]] == place for man in ("a1", "a4", "a5"))


@pytest.mark.parametrize("level", ["greedy", "planner"])
def test_men_of_hollow_legions_do_not_show_themselves_for_a_poor_shot(level: str) -> None:
    """Taken from a game in which four squads and half-squads that nobody had seen fired through hindrances that added five, hurt nobody, and were shot to pieces."""
    position = load_position(POSITIONS / "hollow-shows-himself.toml")
    assert ("fire", "62H6") in position.legal()
    rng = Random(1)
    chosen = Player(position.game, 1, level, speaks=False).choose(position.game.imagine(position.state, 1, rng), rng).action
    assert position.game.spell(chosen) == ("done",)


def test_broken_men_of_hollow_legions_do_not_run_back_to_the_enemy() -> None:
    """Taken from a game in which they ran out of their hole, back into it because it is a hole, and gave themselves up."""
    position = load_position(POSITIONS / "hollow-runs-back.toml")
    assert ("run", "62F3") in position.legal()
    rng = Random(1)
    assert position.decision is not None
    side = position.decision.who
    chosen = Player(position.game, side, "greedy", speaks=False).choose(position.game.imagine(position.state, side, rng), rng).action
    assert position.game.spell(chosen) != ("run", "62F3")


def test_a_machine_gun_of_hollow_legions_fires_before_the_others_move() -> None:
    """Taken from a game in which six squads ran over open ground and nobody had fired before."""
    position = load_position(POSITIONS / "hollow-fires-before-moving.toml")
    assert position.decision is not None
    assert position.decision.kind == "prep"
    rng = Random(1)
    chosen = Player(position.game, 0, "planner", speaks=False).choose(position.game.imagine(position.state, 0, rng), rng).action
    assert position.game.spell(chosen) == ("from", "aW3", "62H6")


def test_an_italian_in_keren_sits_at_the_roadblock() -> None:
    """The scenario's plan leaves it empty, and in the first turn of a game between planners a battalion walked in."""
    game = open_game("keren")
    session, mind = Session(game, "first-battle", {}, bytes(32), "roadblock"), Random(1)
    players = [Player(game, side, "planner", speaks=False) for side in range(2)]
    while (decision := session.decision) is not None and decision.kind == "setup":
        session.act(decision.who, players[decision.who].choose(game.imagine(session.state, decision.who, mind), mind).action)
    for place in ("3516", "6027"):
        assert len(session.state.here[game.names.place[place]]) == 1
    for place in ("4615", "4714", "5524", "2616", "3621"):
        assert session.state.here[game.names.place[place]], "nothing else is left open for it"


@pytest.mark.parametrize(("name", "summit"), [("keren-summit-2616", "2616"), ("keren-summit-2212", "2212")])
def test_the_italians_of_keren_do_not_leave_a_summit_empty(name: str, summit: str) -> None:
    """Taken from games in which the grenadiers stepped back from four and five points in the second turn, and the Commonwealth walked in."""
    position = load_position(POSITIONS / f"{name}.toml")
    assert position.decision is not None
    assert position.decision.who == KEREN_ITALIAN
    s = play_phase(position)
    assert s.here[position.game.names.place[summit]], "somebody stays, or others come"


def test_gunners_of_hollow_legions_stay_with_their_gun() -> None:
    """Taken from a game in which a planner's gunners walked off, and their gun never fired."""
    position = load_position(POSITIONS / "hollow-gunners-walk.toml")
    assert where(play_phase(position), position, "x7") == where(position.state, position, "x7")


def test_a_lorry_of_hollow_legions_stops_under_fire_and_lets_its_men_out() -> None:
    """Taken from a game in which two squads and two leaders were driven on to before a field gun, and burnt with their lorry."""
    position = load_position(POSITIONS / "hollow-lorry-under-fire.toml")
    game, s, rng = position.game, position.state, Random(1)
    said: list[str] = []
    player = Player(game, 1, "planner", speaks=False)
    while (decision := game.decision(s)) is not None and decision.who == 1 and len(said) < 2:
        action = player.choose(game.imagine(s, 1, rng), rng).action
        said.append(game.spell(action)[0])
        game.apply(s, action)
    assert said == ["brake", "unload"]
