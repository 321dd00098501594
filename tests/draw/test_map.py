"""The map as `amba show` draws it, alike to the table's."""

from __future__ import annotations

import re

from amba.draw.map import BADGE, UNIT, draw_svg, length_text
from amba.load.registry import open_game


def keren_svg() -> str:
    game = open_game("keren")
    scenario = game.scenarios()[0].key
    return draw_svg(game.board(scenario), game.view(game.new(scenario, {}), None))


def test_lines_lie_in_the_order_of_the_look_the_last_on_top() -> None:
    game = open_game("keren")
    looks = game.board(game.scenarios()[0].key)["look"]["lines"]
    drawn = keren_svg()
    last = [drawn.rindex(f'stroke="{looks[kind]["colour"]}" stroke-width="{looks[kind]["width"] * UNIT:.1f}"') for kind in ("gorge", "road", "rail")]
    assert list(looks)[:3] == ["gorge", "road", "rail"]
    assert last == sorted(last), "the road runs over the gorge"


def test_point_hexes_have_their_red_seal() -> None:
    assert f'fill="{BADGE}"' in keren_svg()


def test_no_words_lie_in_a_group_that_is_pale_as_a_whole() -> None:
    """WeasyPrint cuts such a group to a box that forgets how its words are anchored: hexes 0101 to 0115 were printed as 01 to 15."""
    groups = re.findall(r"<(?:g|text)\b[^>]*text-anchor[^>]*>", keren_svg())
    assert groups
    assert not [group for group in groups if re.search(r"[^-]opacity=", group)]


def test_a_scale_below_a_kilometre_is_in_metres() -> None:
    assert (length_text(0.08), length_text(0.4), length_text(2), length_text(25)) == ("80 m", "400 m", "2 km", "25 km")
