"""Boards and positions as drawings: pure functions from what a game shows to SVG."""
