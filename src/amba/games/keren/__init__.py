"""Keren 1941: two divisions against the heights and the gorge."""
