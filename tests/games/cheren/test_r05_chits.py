"""5.1 Chits: the hand, the cup, and every chit's effect."""

from __future__ import annotations

import pytest

from amba.core.event import UNKNOWN, Drawn
from amba.games.cheren.rules.r05_chits import OCCASIONS
from tests.games.cheren.helpers import ASK_PROPAGANDA, ASK_ROADBLOCK, GAME, Board

WALL = """
    [units]
    11-ind = "0303"
    41-col-1 = "0202"
    41-col-2 = "0202"
    41-col-3 = "0202"
    42-col-1 = "0402"
    42-col-2 = "0402"
    42-col-3 = "0402"
"""


def allied_movement(*chits: str) -> str:
    return f'phase = "allied.movement"\nchits = {{ allied-hand = {list(chits)} }}\n'.replace("'", '"')


def test_5_1_a_new_chit_of_ones_own_is_kept_hidden() -> None:
    board = Board(allied_movement("infiltrate-1") + WALL)
    events = board.do("play infiltrate-1 11-ind", dice="exploit-a1")
    assert board.stack("played") == {"infiltrate-1"}
    assert board.stack("allied-hand") == {"exploit-a1"}
    drawn = next(event for event in events if isinstance(event, Drawn))
    assert GAME.redact(board.s, drawn, 0) == drawn
    assert [GAME.redact(board.s, drawn, side).piece for side in (1, None)] == [UNKNOWN, UNKNOWN]  # type: ignore[union-attr]
    assert GAME.redact_action(board.s, ("draw", "exploit-a1"), -1, 1) == ("draw", "?")
    assert "exploit-a1" not in GAME.view(board.s, 1)["pieces"]


def test_5_1_an_enemy_chit_is_looked_at_and_removed_unseen() -> None:
    board = Board(allied_movement("infiltrate-1") + WALL)
    board.do("play infiltrate-1 11-ind", dice="aosta")
    assert board.stack("removed-by-allied") == {"aosta"}
    assert board.stack("allied-hand") == set()  # no second draw
    assert "aosta" in GAME.view(board.s, 0)["pieces"]
    assert "aosta" not in GAME.view(board.s, 1)["pieces"]
    assert GAME.view(board.s, 1)["unknown"]["removed-by-allied"] == 1


def test_5_1_only_chits_in_front_of_you() -> None:
    board = Board(allied_movement("infiltrate-1") + WALL)
    # The same words for a chit in the cup and in the other hand.
    answers = [board.position.why(f"play {chit} 11-ind") for chit in ("infiltrate-2", "aosta", "exploit-a1")]
    assert {answer.rule for answer in answers if answer} == {"5.1"}
    assert {answer.template for answer in answers if answer} == {"You have no chit '{chit}' in front of you."}


def test_5_1_only_on_its_occasion() -> None:
    board = Board(allied_movement("exploit-a1", "raf", "supply-a", "reaction-a") + WALL)
    assert [board.why(f"play {chit}") for chit in ("exploit-a1", "raf", "supply-a", "reaction-a")] == ["5.1"] * 4


@pytest.mark.parametrize(
    ("chit", "when"),
    [("exploit-a1", "your exploitation phase"), ("raf", "your combat phase"), ("propaganda", "the enemy's movement phase")],
)
def test_5_1_the_occasion_of_a_chit_is_told_in_plain_words(chit: str, when: str) -> None:
    refusal = Board(allied_movement(chit) + WALL).position.why(f"play {chit}")
    assert refusal is not None
    assert refusal.text.endswith(f" cannot be played now: it is for {when}.")


def test_5_1_every_chit_s_occasion_has_words() -> None:
    assert {chit.when for chit in GAME.world.chits} <= OCCASIONS.keys()


def test_5_1_a_draw_is_told_as_every_other_prompt_is() -> None:
    board = Board(allied_movement("infiltrate-1") + WALL)
    board.do("play infiltrate-1 11-ind")
    decision = board.position.decision
    assert decision is not None
    assert decision.text == "Allied: a chit is drawn from the cup."


def test_5_1_nothing_is_drawn_from_an_empty_cup() -> None:
    board = Board(allied_movement("infiltrate-1") + WALL)
    everything = sorted(board.stack("cup"))
    board = Board(allied_movement("infiltrate-1").replace("] }", f"], discarded = {everything} }}").replace("'", '"') + WALL)
    board.do("play infiltrate-1 11-ind")
    assert board.kind() == "allied movement"


def test_5_1_return_into_the_cup_at_the_end_of_the_phase() -> None:
    board = Board(allied_movement("infiltrate-1") + WALL)
    board.do("play infiltrate-1 11-ind", dice="exploit-a1")
    assert "infiltrate-1" not in board.stack("cup")
    board.do("done")
    assert "infiltrate-1" in board.stack("cup")


def test_5_1_return_a_starred_chit_leaves_the_game() -> None:
    board = Board("""
        phase = "allied.combat"
        chits = { allied-hand = ["raf"] }
        units = { 11-ind = "0302", 41-col-1 = "0202" }
    """)
    board.attack("0202", "11-ind")
    board.do("play raf", "fight", dice="sappers 1")
    while board.kind() != "allied combat":
        board.do(sorted(board.menu())[0])
    board.do("done")
    assert board.stack("discarded") == {"raf"}


def test_5_1_duplicate_only_one_in_a_phase() -> None:
    board = Board("""
        phase = "allied.exploitation"
        chits = { allied-hand = ["exploit-a1", "exploit-a2"] }
        units = { 11-ind = "0108", 51-comm = "0108" }
    """)
    board.do("play exploit-a1 11-ind", dice="raf")
    assert board.why("play exploit-a2 51-comm") == "5.1.duplicate"
    board = Board("""
        phase = "italian.exploitation"
        chits = { italian-hand = ["exploit-i2"], played = ["exploit-a1"] }
        units = { alpini = "2709" }
    """)
    assert board.may("play exploit-i2 alpini")  # the other player's chit of that name does not matter


def test_5_1_duplicate_a_chit_drawn_too_late_is_kept() -> None:
    board = Board("""
        phase = "allied.exploitation"
        chits = { allied-hand = ["infiltrate-1"] }
        units = { 11-ind = "0108" }
    """)
    board.do("done")
    assert board.stack("allied-hand") == {"infiltrate-1"}


def test_5_1_exploit_moves_one_unit_of_any_kind() -> None:
    board = Board("""
        phase = "allied.exploitation"
        chits = { allied-hand = ["exploit-a1"] }
        units = { 11-ind = "0108", 10-ind = "0108", 51-comm = { hex = "0108", supply = "low" } }
    """)
    assert board.why("move 11-ind 0208") == "13.0"
    assert board.why("play exploit-a1 51-comm") == "5.1"
    board.do("play exploit-a1 11-ind", dice="raf")
    board.do("move 11-ind 0208")
    assert board.why("move 10-ind 0208") == "13.0"


def test_5_1_exploit_not_for_the_marina_nor_a_garrison() -> None:
    board = Board("""
        phase = "italian.exploitation"
        chits = { italian-hand = ["exploit-i1"] }
        units = { marina = "massaua", 44-col-1 = "adua", alpini = "asmara" }
    """)
    assert [board.why(f"play exploit-i1 {unit}") for unit in ("marina", "44-col-1", "alpini")] == ["5.1", "5.1", ""]


def test_5_1_infiltrate_ignores_zones() -> None:
    board = Board(allied_movement("infiltrate-1") + WALL)
    assert "0300" not in board.reach("11-ind")
    board.do("play infiltrate-1 11-ind", dice="raf")
    assert board.cost("11-ind", "0300") == "3"
    assert "0202" not in board.reach("11-ind")  # enemy units stay closed
    board.do("move 11-ind 0302", "move 11-ind 0300")  # and no stop in between


def test_5_1_infiltrate_lasts_for_the_phase() -> None:
    board = Board(allied_movement("infiltrate-1") + WALL)
    board.do("play infiltrate-1 11-ind", dice="raf")
    board.do("done")
    assert not board.s.has(GAME.names.piece["11-ind"], GAME.names.mark["infiltrating"])


def test_5_1_raf_shifts_one_attack_one_column() -> None:
    board = Board("""
        phase = "allied.combat"
        chits = { allied-hand = ["raf"] }
        units = { 11-ind = "0302", 41-col-1 = "0202", 10-ind = "0502", 42-col-1 = "0402" }
    """)
    board.do("attack 0202")
    assert board.why("play raf") == "5.1"  # attackers first
    board.do("commit 11-ind")
    assert board.column() == "3-1"  # 8 to 2 is 4-1, which is not there
    board.do("play raf", dice="sappers")
    assert board.column() == "5-1"
    board.do("fight", dice="1")  # 1-0r
    board.do("stand")
    board.attack("0402", "10-ind")
    assert board.column() == "3-1"


def test_5_1_sappers_make_rivers_free() -> None:
    board = Board(allied_movement("sappers") + 'units = { 11-ind = "0110" }')
    assert board.cost("11-ind", "0109") == "2"
    board.do("play sappers rivers", dice="raf")
    assert board.cost("11-ind", "0109") == "1"


def test_5_1_sappers_clear_a_roadblock() -> None:
    board = Board(allied_movement("sappers") + 'roadblock = "0208"\nunits = { 11-ind = "0108" }')
    assert board.cost("11-ind", "0208") == "1"
    board.do("play sappers roadblock", dice="raf")
    assert board.cost("11-ind", "0208") == "½"
    board = Board(allied_movement("sappers") + 'units = { 11-ind = "0108" }')
    assert board.why("play sappers roadblock") == "5.1"


def roadblock_position(extra: str = "") -> Board:
    return Board(f"""
        phase = "allied.movement"
        chits = {{ italian-hand = ["roadblock-1"] }}
        {ASK_ROADBLOCK}
        units = {{ 11-ind = "0108", 10-ind = "0707", 41-col-1 = "0611" {extra} }}
    """)


def test_5_1_roadblock_is_asked_whatever_the_hand() -> None:
    board = Board(f'phase = "allied.movement"\n{ASK_ROADBLOCK}\nunits = {{ 11-ind = "0108" }}')
    assert board.kind() == "italian roadblock"
    assert board.menu() == {"pass"}


def test_5_1_roadblock_goes_on_a_way_without_allied_units() -> None:
    board = roadblock_position()
    assert board.why("play roadblock-1 0101") == "5.1"
    assert board.why("play roadblock-1 0108") == "5.1"
    assert board.may("play roadblock-1 0414")  # a track will do


def test_5_1_roadblock_has_no_road_rate() -> None:
    board = roadblock_position()
    board.do("play roadblock-1 0208", dice="stand-fast")
    assert board.cost("11-ind", "0208") == "1"
    assert board.cost("11-ind", "0307") == "3"  # out of it too: clear, then rough


def test_5_1_roadblock_does_not_bind_italians() -> None:
    board = Board('phase = "italian.movement"\nroadblock = "0511"\nunits = { 41-col-1 = "0611" }')
    assert board.cost("41-col-1", "0511") == "½"


def test_5_1_roadblock_cuts_allied_supply_along_the_road() -> None:
    text = 'phase = "allied.supply"\ncontrol = { allied = ["kassala"] }\nunits = { 10-ind = "0707" }\n'
    for roadblock, supply in (("", "full"), ('roadblock = "0307"\n', "low")):
        board = Board(roadblock + text)
        board.do("check")
        assert board.supply("10-ind") == supply


def test_5_1_roadblock_in_a_source_closes_its_roads() -> None:
    text = 'phase = "allied.supply"\ncontrol = { allied = ["kassala"] }\nroadblock = "0108"\nunits = { 10-ind = "0707", 51-comm = "0107" }\n'
    board = Board(text)
    board.do("check")
    assert (board.supply("10-ind"), board.supply("51-comm")) == ("low", "full")


def test_5_1_roadblock_stays_until_the_allied_player_turn_ends() -> None:
    board = roadblock_position()
    board.do("play roadblock-1 0208", dice="stand-fast")
    board.do("done", "done", "done", "check")
    assert board.kind() == "allied exploitation"
    assert GAME.names.places[board.s.roadblock] == "0208"
    assert "roadblock-1" in board.stack("played")
    board.do("done")
    assert board.s.roadblock == -1
    assert "roadblock-1" in board.stack("cup")


@pytest.mark.parametrize(("die", "steps"), [("3", 2), ("4", 1)])
def test_5_1_propaganda_on_four_to_six(die: str, steps: int) -> None:
    board = Board(f"""
        phase = "italian.movement"
        chits = {{ allied-hand = ["propaganda"] }}
        {ASK_PROPAGANDA}
        units = {{ 41-col-1 = "cheru", savoia-1 = "asmara" }}
    """)
    assert board.why("play propaganda savoia-1") == "5.1"
    board.do("play propaganda 41-col-1", dice=f"raf {die}")
    assert board.steps("41-col-1") == steps
    board.do("done")
    assert board.stack("discarded") == {"propaganda"}


def test_5_1_reserve_supply_feeds_one_hex() -> None:
    board = Board("""
        phase = "allied.supply"
        chits = { allied-hand = ["supply-a"] }
        units = { 51-comm = { hex = "0202", supply = "low" }, 52-comm = "0202", skinner = "0502", 11-ind = "0108" }
    """)
    assert board.why("play supply-a 0108") == "5.1"  # nobody is short there
    board.do("play supply-a 0202", dice="raf")
    board.do("check")
    assert [board.supply(unit) for unit in ("51-comm", "52-comm", "skinner")] == ["full", "full", "low"]


def test_5_1_forced_march_gives_two_points() -> None:
    board = Board(allied_movement("march-a") + 'units = { 11-ind = "0002" }')
    assert "0502" in board.reach("11-ind")
    assert "0702" not in board.reach("11-ind")
    board.do("play march-a 11-ind", dice="raf")
    assert board.cost("11-ind", "0602") == "7"


def test_5_1_forced_march_does_not_open_mountains() -> None:
    board = Board(allied_movement("march-a") + 'units = { 11-ind = "1604" }')
    board.do("play march-a 11-ind", dice="raf")
    assert board.why("move 11-ind 1603") == "9.1"


def test_5_1_reinforced_reaction_lifts_the_limit_to_five() -> None:
    board = Board("""
        phase = "allied.reaction"
        chits = { italian-hand = ["reaction-i"] }
        units = { 41-col-1 = "0807", 41-col-2 = "0807", 41-col-3 = "0807", bande = "0807", 42-col-1 = "0807", 42-col-2 = "0807" }
    """)
    board.do("move 41-col-1 0906", "move 41-col-2 0906", "move 41-col-3 0906")
    assert board.why("move bande 0906") == "10.0"
    board.do("play reaction-i", dice="aosta")
    board.do("move bande 0906", "move 42-col-1 0906")
    assert board.why("move 42-col-2 0906") == "10.0"


def stand_fast_position(place: str = "0408") -> Board:
    return Board(f"""
        phase = "allied.combat"
        chits = {{ italian-hand = ["stand-fast"] }}
        units = {{ 11-ind = "0308", 10-ind = "0308", 41-col-1 = "{place}" }}
    """)


def test_5_1_stand_fast_ignores_a_retreat_result() -> None:
    board = stand_fast_position()
    board.attack("0408", "11-ind", "10-ind")
    assert board.column() == "5-1"  # 16 to 2 is 8-1, less one for the hill
    board.do("fight", dice="1")  # 1-0r
    board.do("play stand-fast", dice="aosta")
    assert board.where("41-col-1") == "0408"
    assert board.steps("41-col-1") == 2
    assert board.kind() == "allied loss"  # no push on a 1


def test_5_1_stand_fast_is_followed_by_a_push() -> None:
    board = stand_fast_position()
    board.attack("0408", "11-ind", "10-ind")
    board.do("fight", dice="5")  # 0-1r
    board.do("play stand-fast", dice="aosta")
    assert board.kind() == "allied push"
    board.do("push", "lose 11-ind")
    assert board.menu() == {"stand", "retreat"}
    board.do("stand")
    assert board.steps("41-col-1") == 0


def test_5_1_stand_fast_needs_a_hill_or_a_mountain() -> None:
    board = stand_fast_position("0309")
    board.attack("0309", "11-ind")
    board.do("fight", dice="2")
    assert board.why("play stand-fast") == "5.1"


def test_5_1_counter_attack_on_a_hill() -> None:
    board = Board("""
        phase = "italian.combat"
        chits = { italian-hand = ["counter-attack"] }
        units = { 51-comm = "0408", 52-comm = "0309", savoia-1 = "0308", bande = "0308" }
    """)
    board.attack("0408", "savoia-1", "bande")
    assert board.column() == "1-1"  # 4 to 2, less the hill
    board.do("play counter-attack", dice="aosta")
    assert board.column() == "2-1"
    board = Board("""
        phase = "italian.combat"
        chits = { italian-hand = ["counter-attack"] }
        units = { 52-comm = "0309", savoia-1 = "0308" }
    """)
    board.attack("0309", "savoia-1")
    assert board.why("play counter-attack") == "5.1"


def test_5_1_aosta_brings_a_reinforcement_early() -> None:
    board = Board("""
        turn = 1
        phase = "italian.reinforcement"
        chits = { italian-hand = ["aosta"] }
        units = { savoia-1 = "reinforcements", savoia-3 = "reinforcements" }
    """)
    assert board.why("play aosta savoia-3") == "5.1"  # due on turn 3
    board.do("play aosta savoia-1", dice="stand-fast")
    assert board.where("savoia-1") == "2709"


def test_5_1_aosta_gives_a_step_back() -> None:
    board = Board("""
        phase = "italian.reinforcement"
        chits = { italian-hand = ["aosta"] }
        units = { alpini = { hex = "asmara", steps = 1 }, 5-col-1 = { hex = "asmara", steps = 1, supply = "low" }, 5-col-2 = "asmara" }
    """)
    assert [board.why(f"play aosta {unit}") for unit in ("5-col-1", "5-col-2")] == ["5.1", "5.1"]
    board.do("play aosta alpini", dice="stand-fast")
    assert board.steps("alpini") == 2
    board.do("done")
    assert board.stack("discarded") == {"aosta"}


def test_5_1_aosta_brings_it_to_tigre_when_its_town_is_held() -> None:
    board = Board("""
        turn = 1
        phase = "italian.reinforcement"
        chits = { italian-hand = ["aosta"] }
        units = { savoia-1 = "reinforcements", 11-ind = "asmara" }
    """)
    board.do("play aosta savoia-1", dice="stand-fast")
    board.do("place savoia-1 2420")
    assert board.where("savoia-1") == "2420"
