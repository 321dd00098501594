"""What the cells of the combat tables mean, as people say it."""

from __future__ import annotations

RESULTS = {
    "disorganized": "Italian unit disorganized",
    "reduced": "Italian unit loses a step",
    "repulsed": "the attack is repulsed",
    "proceed": "melee may follow",
    "weakened": "the Abyssinian unit loses a step",
    "continues": "the melee goes on",
    "ends": "the melee ends",
    "italians reduced": "Italians lose a step each",
    "abyssinians reduced": "Abyssinians lose a step each",
    "all reduced": "everybody loses a step",
    "one each reduced": "one unit of each side loses a step",
    "retreat": "Abyssinians retreat",
}


def result_text(cell: str) -> str:
    """``disorganized + damage 1``: Italian unit disorganized, Abyssinians take 1 hit."""
    return ", ".join(hits_text(word) if word.startswith("damage") else RESULTS.get(word, word) for word in cell.split(" + "))


def hits_text(word: str) -> str:
    count = word.rsplit(maxsplit=1)[-1]
    return f"Abyssinians take {count} hit{'s' if count != '1' else ''}"
