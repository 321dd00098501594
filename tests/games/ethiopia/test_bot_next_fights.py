"""What the evaluation thinks of the next fights: it must see what decides them."""

from __future__ import annotations

from typing import Any

from amba.games.ethiopia.world import ETHIOPIAN, ITALIAN


def promise(position: Any, side: int = ITALIAN) -> float:
    return float(position.game.abilities.evaluation.measure(position.s, side)["fights"])


ATTACK = {"sabauda": "2912", "tigre-1": "2913", "tigre-2": "2913", "tigre-3": "2913", "hq-ii": "2910"}


def test_guns_two_hexes_away_help_an_attack_but_not_from_three(table: Any) -> None:
    alone = promise(table(ATTACK, "italian.movement"))
    assert promise(table({**ATTACK, "guns-1": "2911"}, "italian.movement")) > alone
    assert promise(table({**ATTACK, "guns-1": "2910"}, "italian.movement")) == alone


def test_a_headquarters_with_the_attackers_helps_as_g1_says(table: Any) -> None:
    with_it = table({**ATTACK, "hq-ii": "2912"}, "italian.movement", {"gordon1": "on"})
    without = table(ATTACK, "italian.movement", {"gordon1": "on"})
    assert promise(with_it) > promise(without)
    off = [table({**ATTACK, "hq-ii": at}, "italian.movement", {"gordon1": "off"}) for at in ("2912", "2910")]
    assert promise(off[0]) == promise(off[1])


def test_levies_without_a_leader_promise_nothing(table: Any) -> None:
    units = {"mahel-1": "3315", "mahel-2": "3315", "mahel-3": "3315", "mahel-4": "3315", "cv-1": "3314"}
    assert promise(table(units, "ethiopian.movement"), ETHIOPIAN) == 0.0
    assert promise(table({**units, "mulugeta": "3316"}, "ethiopian.movement"), ETHIOPIAN) > 0.0


def test_the_worth_of_a_fight_follows_the_rules_own_odds(table: Any) -> None:
    """Sharper than any weight: what the evaluation thinks of attacks rises with what the rules say of them."""
    few = table(ATTACK, "italian.movement")
    many = table({**ATTACK, "gavinana": "2912", "cv-2": "2812"}, "italian.movement")
    assert promise(many) > promise(few)


def test_the_odds_panel_adds_the_letters_up(table: Any) -> None:
    t = table({**ATTACK, "hq-ii": "2912", "guns-1": "2911"}, "italian.combat")
    t.do("attack 2913", "all")
    items = t.items()
    assert (items["(a) artillery attacking"], items["(f) leader or headquarters attacking"]) == ("-1 die", "-1 die")
    assert items["To the die"] == "-2"
    assert items["Tigre 1"] == "2", "a defender's points, not a minus"


def test_who_cannot_be_there_before_the_end_presses_no_place(table: Any) -> None:
    """From Adigrat, Makale is five hexes off: within a march on the fourth of five turns, out of reach on the fifth, when everybody has marched."""

    def contest(turn: int, at: str) -> float:
        t = table({"sabauda": at}, "italian.movement", scenario="october", turn=turn)
        return float(t.game.abilities.evaluation.measure(t.s, ITALIAN)["contest"])

    assert contest(4, "3312") > contest(4, "3006")
    assert contest(5, "3312") == contest(5, "3006")


def test_the_place_fought_for_counts_in_the_fight(table: Any) -> None:
    """The same men on the same ground: at Adua there are points to win, and in a scenario that does not score it there are none."""
    strong = {**ATTACK, "gavinana": "2912", "gran-sasso": "2912", "cv-2": "2812", "guns-1": "2911"}
    fought = table(strong, "italian.movement", scenario="october")
    for_nothing = table(strong, "italian.movement", scenario="enderta", turn=14)
    assert promise(fought) > promise(for_nothing) > 0
