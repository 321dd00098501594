"""The Wadi Crossing: a whole small game, to be copied (docs/write-a-game.md of Amba builds it step by step)."""
