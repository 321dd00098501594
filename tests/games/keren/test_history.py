"""The two battles played with the moves of history (docs/history) come out near history, and the reconstruction keeps to the rulebook's hints."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from amba.core.event import Controlled, Removed, Rolled, Tracked
from amba.core.session import Session, replay
from amba.games.keren.rules.r04_points import points
from amba.games.keren.rules.r06_supply import FULL, trace
from amba.games.keren.state import KerenState
from amba.games.keren.world import COMMONWEALTH, ITALIAN, TURN
from amba.load.history import history_log

from .conftest import ANY_GAME

if TYPE_CHECKING:
    from amba.games.keren.game import Keren

    from .conftest import Lay

SCRIPTS = Path(__file__).parents[3] / "docs" / "history"
BATTLES = ("first-battle", "second-battle")


@pytest.fixture(scope="module")
def battles() -> dict[str, Session]:
    """Every order judged by the rules of today."""
    paths = {battle: SCRIPTS / f"keren-{battle}.txt" for battle in BATTLES}
    return {battle: replay(ANY_GAME, history_log(path.read_text(encoding="utf-8"), path.name), check=True) for battle, path in paths.items()}


def taken(keren: Keren, session: Session) -> list[tuple[int, str, str]]:
    """Turn, place and new owner of every point hex that changed hands."""
    turn, found = 0, []
    names = {place.hex: key for key, place in keren.world.map.places.items() if "vp" in place.extra}
    for event in (event for done in session.done for event in done.events):
        if isinstance(event, Tracked) and event.track == TURN:
            turn = event.new
        if isinstance(event, Controlled):
            found.append((turn, names[event.place], "commonwealth" if event.new else "italian"))
    return found


def test_the_first_battle_wins_and_loses_brigs_peak_and_acqua_col(keren: Keren, battles: dict[str, Session]) -> None:
    """Brig's Peak on 6 February, Acqua Col on the night of the 7th and the morning of the 8th."""
    assert taken(keren, battles["first-battle"]) == [
        (3, "brigs-peak", "commonwealth"), (4, "brigs-peak", "italian"), (6, "acqua-col", "commonwealth"), (7, "acqua-col", "italian"),
    ]  # fmt: skip


def test_the_second_battle_takes_the_fort_on_16_march_and_holds_it(keren: Keren, battles: dict[str, Session]) -> None:
    changes = taken(keren, battles["second-battle"])
    assert (3, "dologorodoc", "commonwealth") in changes
    assert {place for _, place, owner in changes if owner == "commonwealth"} == {"pinnacle", "pimple", "dologorodoc", "hogs-back", "flat-top"}
    assert not [change for change in changes if change[2] == "italian"]


@pytest.mark.parametrize(("battle", "score"), [("first-battle", -4), ("second-battle", 12)])
def test_16_0_neither_battle_opened_keren(battles: dict[str, Session], battle: str, score: int) -> None:
    session = battles[battle]
    assert isinstance(session.state, KerenState)
    assert points(session.state) == score
    assert session.result is not None
    assert session.result.winner == ITALIAN


def test_history_hangs_on_nobodys_luck(battles: dict[str, Session]) -> None:
    for session in battles.values():
        dice = [event.dice[0] for done in session.done for event in done.events if isinstance(event, Rolled) and event.what != "rally"]
        assert abs(sum(dice) / len(dice) - 3.5) < 0.15


def test_the_counter_attacks_on_the_fort_cost_the_italians_most(keren: Keren, battles: dict[str, Session]) -> None:
    events = [event for done in battles["second-battle"].done for event in done.events]
    lost = Counter(keren.world.units[event.piece].side for event in events if isinstance(event, Removed))
    assert lost[ITALIAN] > 2 * lost[COMMONWEALTH] > 0


def test_6_3_carrying_supply_matters_to_both_sides(keren: Keren) -> None:
    """2.4: some ground is further than 50 points from every source, whoever holds it."""
    world = keren.world
    for side in (COMMONWEALTH, ITALIAN):
        cost = trace(world, tuple(world.sources[side]), bytes(world.places)).cost
        assert sum(cost.get(place, FULL + 1) > FULL for place in range(world.hexes)) > 50


def test_11_2_the_lowest_column_is_not_idle(keren: Keren) -> None:
    """6.5: factors below 1 are fired with, so the column must be worth a roll."""
    for index, column in enumerate(keren.world.ranged.columns):
        assert any(row[index] != "NE" for row in keren.world.ranged.cells), column


def test_14_1_at_exactly_four_to_one_somebody_can_be_eliminated(keren: Keren, lay: Lay) -> None:
    t = lay("commonwealth.assault", {"2-camerons-a": "2617", "col-red-1": "2618"})
    preview = t.preview("assault 2618")
    assert preview is not None
    assert preview.column == "4:1"
    assert "1DE" in [odd.label for odd in preview.odds]


def test_4_2_ground_alone_does_not_win(keren: Keren) -> None:
    assert sum(keren.world.points.values()) == 39


def test_14_1_the_kinder_tables_are_an_option(lay: Lay) -> None:
    units = {"2-camerons-a": "2617", "col-red-1": "2618"}
    odds = [lay("commonwealth.assault", units, **more).preview("assault 2618") for more in ({}, {"tables": "kinder"})]
    hints, kinder = ([odd.label for odd in preview.odds] for preview in odds if preview is not None)
    assert "1DE" in hints
    assert "1DE" not in kinder
    weak = {"2-camerons-a": "2617", "afr-black": "2618"}
    losses = [lay("commonwealth.assault", weak, **more).preview("assault 2618") for more in ({}, {"tables": "kinder"})]
    hints_lost, kinder_lost = (sum(odd.chance for odd in preview.odds if "AE" in odd.label) for preview in losses if preview is not None)
    assert hints_lost > kinder_lost
