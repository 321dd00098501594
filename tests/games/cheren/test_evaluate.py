"""The evaluation for bots counts as the rules do."""

from __future__ import annotations

from random import Random

from amba.core.decision import CHANCE
from amba.games.cheren.advice import has_air
from amba.games.cheren.evaluate import attack_value, fight_value
from amba.games.cheren.game import Cheren
from amba.games.cheren.rules.r11_combat import attackers, targets, weigh


def test_attacks_are_valued_in_the_column_the_rules_find() -> None:
    game = Cheren()
    s, rng, seen = game.new("agordat", {}), Random(2), set[int]()
    while (decision := game.decision(s)) is not None:
        if decision.kind == "combat":
            for target in targets(s, decision.who):
                units = tuple(attackers(s, target, decision.who))
                for some in (units, units[:1]):
                    column = weigh(s, target, some, has_air(s, decision.who)).column
                    assert attack_value(s, target, some, has_air(s, decision.who)) == fight_value(s, target, column)
                    seen.add(column)
        game.apply(s, rng.choice(game.outcomes(s))[0] if decision.who == CHANCE else game.legal(s).pick(rng))
    assert len(seen) > 3
