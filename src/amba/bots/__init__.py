"""Players that see only what their side may see."""

LEVELS = ("random", "steady")
"""From careless to sensible."""
TITLES = {"random": "Random", "steady": "Steady"}
