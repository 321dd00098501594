"""October 1935 with the moves of history (docs/history) comes out as history did."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from amba.core.event import Controlled, Tracked
from amba.core.game import Game
from amba.core.session import Session, replay
from amba.games.ethiopia.game import Ethiopia
from amba.games.ethiopia.rules.r08_supply import hungry_units
from amba.games.ethiopia.world import LOSSES, TURN
from amba.load.history import history_log

from .conftest import GAME

SCRIPT = Path(__file__).parents[3] / "docs" / "history" / "ethiopia-october.txt"


@pytest.fixture(scope="module")
def october() -> Session:
    """Every order judged by the rules of today."""
    return replay(cast("Game", GAME), history_log(SCRIPT.read_text(encoding="utf-8"), SCRIPT.name), check=True)


def taken(game: Ethiopia, session: Session) -> dict[str, int]:
    """Place -> the turn in which it became Italian."""
    turn, found = 1, {}
    for event in (event for done in session.done for event in done.events):
        if isinstance(event, Tracked) and event.track == TURN:
            turn = event.new
        if isinstance(event, Controlled) and event.rule in {"2.4", "12.2"} and event.new % 3 == 1:
            found[game.world.place_at[event.place].key] = turn
    return found


def test_14_1_places_fall_in_the_turns_of_history(game: Ethiopia, october: Session) -> None:
    """Adigrat, Enticho and Adua by 6 October, Axum on the 15th, Hausien in November; Makale is Italian with Gugsa and entered on 8 November."""
    assert taken(game, october) == {"adigrat": 1, "enticho": 1, "adua": 1, "axum": 2, "makale": 2, "hausien": 4}
    sabauda = game.names.piece["sabauda"]
    assert october.state.at[sabauda] == game.world.map.places["makale"].hex


def test_14_1_history_is_worth_thirteen_points_and_a_marginal_victory(game: Ethiopia, october: Session) -> None:
    s: Any = october.state
    found = game.result(s)
    assert found is not None
    assert (found.score, found.winner, found.level) == (13, 0, "Marginal")
    assert s.tracks[LOSSES] == 0, "De Bono hardly lost a man"
    assert not hungry_units(s, 0), "the road kept up with him"


def test_14_1_the_armies_of_the_north_are_still_to_be_met(game: Ethiopia, october: Session) -> None:
    """Seyoum in the Tembien with his men, Kassa and Mulugeta coming up."""
    s: Any = october.state
    assert s.at[game.names.piece["seyoum"]] == game.world.map.places["abbi-addi"].hex
    assert sum(s.face[u] for u in s.army(1)) == 52, "nobody but Gugsa is lost to the Emperor"
