"""The odds a player is shown are those of the dice he rolls; what he may not see is in no window of his."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from amba.core.dice import Dice
from amba.core.event import Said
from amba.core.session import Session
from amba.games.cheren.orders import Fight
from tests.games.cheren.helpers import GAME, PROTOCOL, Board


def test_the_same_fight_rolled_many_times_agrees_with_its_odds() -> None:
    board = Board("""
        phase = "allied.combat"
        chits = { allied-hand = ["raf"] }
        units = { air = "air-support", 11-ind = "0308", 25-fd = "0308", 2-col-1 = "0408", art-1 = "0408" }
    """)
    board.attack("0408", "11-ind", "25-fd")
    board.do("air")
    preview = board.position.odds("fight")
    assert preview is not None
    assert not preview.sampled
    chances = {chance.label: chance.chance for chance in preview.odds}
    assert sum(chances.values()) == 1
    ready = board.s.copy()
    GAME.apply(ready, Fight())
    outcomes = GAME.outcomes(ready)
    rolls, counts = 900, Counter[str]()
    for index in range(rolls):
        events = GAME.apply(ready.copy(), Dice(b"many", "fights").choose(index, outcomes))
        counts[next(event.values[0] for event in events if isinstance(event, Said) and event.what == "result")] += 1
    assert set(counts) == set(chances)
    chi = sum((counts[label] - rolls * float(chance)) ** 2 / (rolls * float(chance)) for label, chance in chances.items())
    assert chi < 31  # five degrees of freedom: beyond that once in a hundred thousand


def test_the_odds_name_the_dice_of_every_result() -> None:
    board = Board('phase = "allied.combat"\nunits = { 11-ind = "0302", 41-col-1 = "0202" }')
    board.attack("0202", "11-ind")
    preview = board.position.odds("fight")
    assert preview is not None
    column = GAME.world.combat.columns.index(preview.column)
    for chance in preview.odds:
        dice = [int(die) for die in chance.dice.split(", ")]
        assert [GAME.world.combat.cells[die - 1][column] for die in dice] == [chance.label] * len(dice)
        assert chance.chance * 6 == len(dice)


def hidden_from(session: Session, side: int | None) -> set[str]:
    """Chits this side cannot place: in the cup, in the other hand, set aside by the other player."""
    seen = GAME.view(session.state, side)["pieces"]  # type: ignore[arg-type]  # a Cheren session has a Cheren state
    return {chit.key for chit in GAME.world.chits} - set(seen)


def test_5_1_no_view_of_a_side_names_a_hidden_chit() -> None:
    session = Session(PROTOCOL, "agordat", {}, b"secrets", "secrets")
    rng = Random("secrets")
    looked = 0
    while (decision := session.decision) is not None:
        for side in (0, 1, None):
            seen = PROTOCOL.view(session.state, side)
            text = json.dumps({name: value for name, value in seen.items() if name != "decision"})  # its kind may be called after a chit
            hidden = hidden_from(session, side)
            looked += len(hidden)
            assert not [key for key in hidden if f'"{key}"' in text]
        session.act(decision.who, session.menu.pick(rng))
    assert looked


def test_5_1_a_question_that_might_betray_a_chit_is_always_asked() -> None:
    """Roadblock, Propaganda, the Duke of Aosta, Stand fast, Reserve supply: the same question with and without the chit."""
    for phase, frames, chit, hand in (
        ("allied.movement", '[["sequence"], ["phase-end", 0], ["movement", 0], ["roadblock"]]', "roadblock-1", "italian-hand"),
        ("italian.movement", '[["sequence"], ["phase-end", 0], ["movement", 1], ["propaganda"]]', "propaganda", "allied-hand"),
        ("italian.reinforcement", '[["sequence"], ["phase-end", 0], ["aosta"]]', "aosta", "italian-hand"),
        ("italian.supply", '[["sequence"], ["phase-end", 0], ["supply", 1]]', "supply-i", "italian-hand"),
    ):
        kinds = set()
        for chits in ("", f'chits = {{ {hand} = ["{chit}"] }}'):
            board = Board(f'phase = "{phase}"\nframes = {frames}\n{chits}\nunits = {{ 11-ind = "0108", 41-col-1 = "cheru" }}')
            kinds.add(board.kind())
        assert len(kinds) == 1


def test_5_1_the_cornered_in_the_hills_are_asked_whatever_their_hand() -> None:
    for chits in ("", 'chits = { italian-hand = ["stand-fast"] }'):
        board = Board(f"""
            phase = "allied.combat"
            {chits}
            units = {{ 11-ind = "0308", 10-ind = "0507", 41-col-1 = "0408" }}
        """)
        board.attack("0408", "11-ind")
        board.do("fight", dice="6")
        assert board.kind() == "italian stand"
        assert board.why("retreat") == "11.7"
