"""Fire at moving units: first and subsequent fire, the penalties of movement, standing orders."""

from __future__ import annotations

from tests.games.hollow.table import GAME, table
from tests.games.hollow.test_fire import items

ASK = {"axis_otherwise": 1}


def test_16_the_defender_fires_at_a_step_and_moving_costs_two_in_the_open() -> None:
    t = table("a1 D2; x1 G4", tracks=ASK)
    t.do("move a1", "go E3")
    assert t.asked == "first fire"
    t.do("add x1")
    assert items(t)["moves in the open"] == "-1"
    assert items(t)["moves, not by assault movement"] == "-1"
    t.do("shoot", "roll 6,6")
    assert t.has("x1", "first_fired")


def test_11_142_71_assault_movement_spares_one_and_cover_the_other() -> None:
    t = table("a1 D2; x1 G4", tracks=ASK)
    t.do("move a1", "assault", "go E3", "add x1")
    assert "moves, not by assault movement" not in items(t)
    t = table("a1 F4; x1 G7", tracks=ASK)
    t.do("move a1", "go F5", "add x1")
    assert "moves in the open" not in items(t)


def test_16_subsequent_fire_is_halved_within_the_printed_range_and_the_last() -> None:
    t = table("a1 D2; a2 D3; x1 G4", tracks=ASK)
    t.do("move a1", "go E3", "add x1", "shoot", "roll 6,6", "add x1")
    assert items(t)["has fired in this defence"] == "x1/2"
    t.do("shoot", "roll 6,6")
    assert t.has("x1", "final_fired")
    assert t.asked == "walk"


def test_16_who_breaks_on_the_march_stays_and_the_others_go_on() -> None:
    t = table("a1 D2; a2 D2; x1 G4; x2 G4", tracks=ASK)
    t.do("move a1", "join a2", "go E3", "add x1", "add x2", "shoot", "roll 2,4", "roll 12", "roll 2", "pass")
    assert t.has("a1", "broken")
    t.do("go F3")
    assert t.where("a1") == "E3"
    assert t.where("a2") == "F3"


def test_142_6_a_check_passed_exactly_pins_and_ends_the_move() -> None:
    t = table("a1 D2; x1 G4", tracks=ASK)
    t.do("move a1", "go E3", "add x1", "shoot", "roll 3,4", "roll 7")  # 7 - 2: NMC on column 2
    assert t.has("a1", "pinned")
    t.do("pass")
    assert t.asked == "movement"


def test_s_standing_orders_fire_without_asking() -> None:
    t = table("a1 D2; x1 G4", tracks={"axis_chance": 10})
    t.do("move a1", "go E3")
    assert t.asked == "fire"
    t.do("roll 6,6")
    assert t.has("x1", "first_fired")


def test_s_standing_orders_hold_below_the_chance_and_beyond_the_range() -> None:
    t = table("a1 D2; x1 G4", tracks={"axis_chance": 50})
    t.do("move a1", "go E3")
    assert t.asked == "walk"
    t = table("a1 D2; x1 G4", tracks={"axis_chance": 10, "axis_range": 1})
    t.do("move a1", "go E3")
    assert t.asked == "walk"


def test_s_standing_orders_choose_at_what_to_fire() -> None:
    for word, asked in ((0, "fire"), (1, "fire"), (2, "walk")):
        t = table("a1 D2; x1 G4", tracks={"axis_chance": 10, "axis_at": word})
        t.do("move a1", "go E3")
        assert t.asked == asked, word
    t = table("a1 G5; x1 G7; x2 G7; x3 G7", tracks={"axis_chance": 10, "axis_at": 1})
    t.do("move a1", "go F5")  # woods
    assert t.asked == "walk"


def test_s_the_defender_changes_his_orders_when_asked() -> None:
    t = table("a1 D2; x1 G4", tracks=ASK)
    t.do("move a1", "go E3", "otherwise hold")
    assert t.asked == "walk"
    t.do("go F3")
    assert t.asked == "walk"


def test_s_orders_that_nobody_changes_ask_nobody() -> None:
    s = GAME.new("practice", {})
    for side in (0, 1):
        assert GAME.view(s, side)["tracks"][-1]["text"] == "Fire from a chance of 20 %; otherwise hold fire; hidden units hold fire."


def test_s_the_log_of_the_owner_says_that_an_order_fired() -> None:
    t = table("a1 D2; x1 G4", tracks={"axis_chance": 10})
    events = t.do("move a1", "go E3")
    told = [[GAME.sentence(cut) for event in events if (cut := GAME.redact(t.s, event, side)) is not None] for side in (0, 1)]
    assert "Fire at 99E3 by standing order." in told[1]
    assert "Fire at 99E3 by standing order." not in told[0]


def test_s_orders_are_given_at_the_start_of_the_enemys_movement() -> None:
    t = table("a1 D2; x1 G4", phase="prep")
    t.do("done")
    assert t.asked == "orders"
    assert t.decision.who == 1
    t.do("chance 20", "range 4", "hidden fire", "done")
    assert t.s.tracks[GAME.names.track["axis_chance"]] == 20


def test_s_orders_are_secret() -> None:
    t = table("a1 D2; x1 G4", phase="prep")
    t.do("done")
    before = GAME.view(t.s, 0)
    events = t.do("chance 20")
    after = GAME.view(t.s, 0)
    assert before == after
    assert all(GAME.redact(t.s, event, 0) is None for event in events)
    assert GAME.redact_action(t.s, ("chance", "20"), 1, 0) == ("chance", "?")
    assert GAME.view(t.s, 1)["tracks"][-1]["text"].startswith("Fire from a chance of 20 %")


def test_s_hidden_units_hold_their_fire_unless_ordered() -> None:
    for word, asked in (("0", "walk"), ("1", "fire"), ("2", "first fire")):
        t = table("a1 E6; x1 C5 concealed hidden", tracks={"axis_chance": 10, "axis_hidden": int(word)})
        t.do("move a1", "go E5")
        assert t.asked == asked, word


def test_s_whether_the_defender_is_asked_follows_from_what_the_mover_sees() -> None:
    """A dummy in sight asks as a squad in sight would; a hidden unit alone does not."""
    dummy = table("a1 E6; xD1 C5 concealed; x1 FF5", tracks=ASK)
    squad = table("a1 E6; x1 C5 concealed; xD1 FF5 concealed", tracks=ASK)
    for t in (dummy, squad):
        t.do("move a1", "go E5")
        assert t.asked == "first fire"
        t.do("pass")
    hidden = table("a1 E6; x1 C5 concealed hidden; x2 FF5", tracks=ASK)
    hidden.do("move a1", "go E5")
    assert hidden.asked == "walk"


def test_16_the_defender_may_fire_again_at_men_he_has_pinned_or_broken() -> None:
    t = table("a1 D2; x1 G4; x2 G4", tracks=ASK)
    t.do("move a1", "go E3", "add x1", "add x2", "shoot", "roll 2,4", "roll 12")
    assert t.has("a1", "broken")
    assert t.asked == "first fire"
    t.do("add x1", "add x2", "shoot", "roll 1,2")  # 6 halved: column 2, row 1
    assert t.where("a1") == "eliminated"


def test_16_by_standing_order_nobody_fires_at_men_who_are_down() -> None:
    t = table("a1 D2; x1 G4; x2 G4", tracks={"axis_chance": 10})
    t.do("move a1", "go E3", "roll 2,4", "roll 12")
    assert t.has("a1", "broken")
    assert t.asked == "movement"


def test_16_in_final_fire_pinned_and_broken_movers_are_targets_like_others() -> None:
    t = table("a1 E3 broken moved; a2 E3 pinned moved; x1 G4", phase="defence")
    t.do("fire E3", "add x1")
    assert "moves in the open" not in items(t)


def test_16_a_machine_gun_fires_again_at_half_as_the_rifles_do() -> None:
    t = table("a1 D2; x1 G4 has xW2", tracks=ASK)
    t.do("move a1", "go E3", "add xW2", "shoot", "roll 5,5", "add xW2")
    assert items(t)["has fired in this defence"] == "x1/2"
    t.do("shoot", "roll 5,5")
    assert t.refused("add xW2").rule == "16"
    t.do("add x1")
    assert "has fired in this defence" not in items(t), "its rifles have not fired yet"
