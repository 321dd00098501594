"""What every box holds that is played on one hex map: its files, how it looks, the map."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from amba.load.files import Data, Folder
from amba.load.maps import HexMap, load_map


class MapBox:
    """The beginning of a game's World; counters, tables and scenarios are the game's own."""

    def __init__(self, home: Path, terrains: Collection[str], over: Data | None = None) -> None:
        self.folder = Folder(home / "data", over)
        self.look: dict[str, Any] = Folder(home / "look").toml("look.toml").data
        self.data_hash = self.folder.digest()
        self.map: HexMap = load_map(self.folder, terrains)
        self.grid = self.map.grid
        self.hexes = self.grid.size
