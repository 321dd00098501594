"""Players that see only what their side may see."""

LEVELS = ("random", "greedy")
"""From careless to thoughtful."""
TITLES = {"random": "Random", "greedy": "Greedy"}
SAYS = {
    "random": "Plays anything that is allowed.",
    "greedy": "Takes the best single move it sees, by the odds, and never looks further.",
}
"""What each of them does, in a sentence."""
FORMER = {"steady": "greedy"}
"""Names of levels that old tables still have."""


def level_named(name: str) -> str:
    """Today's name of a level."""
    return FORMER.get(name, name)
