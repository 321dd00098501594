"""The ground of a battle of one's own, drawn from a seed: two boards, laid one way or the other, overlays on them, and the hexes that count."""

from __future__ import annotations

import random

from amba.games.hollow.boards.board import Board
from amba.games.hollow.boards.naming import WIDTH, hex_name
from amba.games.hollow.boards.shapes import INNER, around
from amba.games.hollow.book import HERE, rule
from amba.games.hollow.box import Box
from amba.games.hollow.scenarios import read_plan
from amba.kit.rays import Hex
from amba.load.files import Toml

OVERLAYS = ("sand", "hammada", "scrub")
HIGH = ("hillock", "summit", "low_dune", "high_dune")
GOALS, NEED = 5, 3


@rule("176.4")
def patch(rng: random.Random, board: Board, size: int) -> list[Hex]:
    """Some open hexes side by side, away from relief: where an overlay may lie."""
    free = sorted(place for place in INNER if not board.level.get(place) and not board.terrain.get(place))
    found = [rng.choice(free)] if free else []
    while found and len(found) < size:
        near = sorted({there for place in found for there in around(place) if there in free and there not in found})
        if not near:
            break
        found.append(rng.choice(near))
    return found


def goals(rng: random.Random, board: Board) -> list[Hex]:
    """Five hexes worth holding: high ground in the middle of the board if there is some."""
    middle = [place for place in sorted(INNER) if WIDTH // 4 <= place[0] <= 3 * WIDTH // 4]
    open_ones = [place for place in middle if not {"crag", "broken_crag"} & board.terrain.get(place, frozenset())]
    high = [place for place in open_ones if board.level.get(place) or set(HIGH) & board.terrain.get(place, frozenset())]
    return rng.sample(high if len(high) >= GOALS else open_ones, GOALS)


def battle_text(seed: int) -> str:
    """A scenario file; the same seed gives the same. It is read once, so that nothing is handed out that would not load."""
    box, rng = Box(), random.Random(f"battle {seed}")
    defender, attacker = rng.sample(sorted(box.boards), 2)
    turned = [str(rng.random() < 0.5).lower() for _ in range(2)]
    counted = sorted(f'"{defender}{hex_name(place)}"' for place in goals(rng, box.boards[defender]))
    overlays = "".join(
        f'\n[[overlay]]\nterrain = "{rng.choice(OVERLAYS)}"\nhexes = [{", ".join(_names(number, patch(rng, box.boards[number], rng.randint(3, 7))))}]\n'
        for number in (defender, attacker)
        for _ in range(rng.randint(1, 2))
    )
    own = (HERE / "data" / "scenarios" / "tank-battle.toml").read_text(encoding="utf-8")
    head, _, tail = own.partition("layout = ")
    sides = tail[tail.index("[sides.allied]") : tail.index("[buy.allied]")]
    layout = f"layout = [[{{ board = {defender}, turned = {turned[0]} }}, {{ board = {attacker}, turned = {turned[1]} }}]]"
    names = ", ".join(name.strip('"') for name in counted)
    words = f"The Allies win if they hold three of the five hexes ({names}) at the end, or have 20 victory points more than the Axis. Otherwise the Axis wins."
    text = (
        head.replace('key = "tank-battle"', f'key = "battle-{seed}"').replace("with tanks and guns", f"on ground drawn from seed {seed}")
        + f'{layout}\nnorth = "top"\nfirst = "allied"\nown_design = true\narmour = true\n{overlays}\n{sides}'
        + f'[buy.allied]\nhexes = ["{attacker}I-Z"]\n\n[buy.axis]\nhexes = ["{defender}G-AA"]\n\n'
        + f'[victory]\nkind = "hexes"\nside = "allied"\nhexes = [{", ".join(counted)}]\nneed = {NEED}\nlead = 20\ntext = "{words}"\n'
    )
    read_plan(box, Toml(f"battle-{seed}.toml", text))
    return text


def _names(number: int, places: list[Hex]) -> list[str]:
    return [f'"{number}{hex_name(place)}"' for place in places]
