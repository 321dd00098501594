"""Bots see smoke that lies on the map: who stands in it is hit less, and hits less."""

from __future__ import annotations

from amba.core.event import Placed
from amba.games.hollow.bot.estimates import fire_map
from amba.games.hollow.rules.r024_smoke import FULL, spare_smoke
from amba.games.hollow.state import HollowState
from amba.load.position import load_position
from tests.bots.test_rear import POSITIONS


def test_24_a_bot_takes_smoke_for_a_hindrance() -> None:
    position = load_position(POSITIONS / "hollow-gun-covers.toml")
    game, s = position.game, position.state
    assert isinstance(s, HollowState)
    place, beside = game.names.place["62J6"], game.names.place["62I6"]
    bare, before = fire_map(s, 0).at(4 * place), fire_map(s, 0).at(4 * beside)
    piece = spare_smoke(s)[0]
    s.turn_face("24", piece, FULL)
    s.do(Placed("24", piece, s.at[piece], place))
    screened = fire_map(s, 0).at(4 * place)
    assert all(less < more for less, more in zip(screened, bare, strict=True))
    assert fire_map(s, 0).at(4 * beside) == before
