"""What a position is worth to a side: the terms of data/bot.toml."""

from amba.kit.unit_evaluation import UnitEvaluation, nearness, pressure
from amba_wadi.world import WadiState


class WadiEvaluation(UnitEvaluation):
    """All terms are differences: what is good for one side is bad for the other."""

    terms = ("places", "strength", "near", "pressure")

    def measure(self, s: WadiState, side: int) -> dict[str, float]:
        enemy = 1 - side
        return {
            "places": self.margin(s, side),
            "strength": float(s.total(s.units(side)) - s.total(s.units(enemy))),
            "near": nearness(s, side) - nearness(s, enemy),
            "pressure": pressure(s, side) - pressure(s, enemy),
        }
