"""The Wadi Crossing as a game of Amba."""

from amba.load.files import Data
from amba.table.unit_game import UnitGame
from amba_wadi.book import BOOK
from amba_wadi.bot.evaluation import WadiEvaluation
from amba_wadi.orders import Attack, Move
from amba_wadi.rules.r04_movement import STACK, preview_move
from amba_wadi.rules.r05_combat import preview_attack
from amba_wadi.rules.sequence import PHASES, STEPS, points
from amba_wadi.world import BAND, SIDES, WadiState, World


class Wadi(UnitGame[WadiState, World]):
    """A band and a patrol fight for the water."""

    key = "wadi"
    title = "The Wadi Crossing"
    version = "1"
    blurb = "A band from the west, a patrol from the east, one ford, and water worth fighting for. A whole game in half an hour."
    sides = SIDES
    rulebook = BOOK
    over_rule = "6.0"
    phases = PHASES
    stack_limit = STACK
    scorer = BAND
    previews = {Move: preview_move, Attack: preview_attack}

    def __init__(self, data: Data | None = None) -> None:
        super().__init__(World(data), STEPS, WadiState, points, WadiEvaluation)
