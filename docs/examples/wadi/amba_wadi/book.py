"""The rulebook's paragraphs; `rule` marks code with their numbers."""

from pathlib import Path

from amba.load.rules import load_rulebook

HERE = Path(__file__).parent
BOOK = load_rulebook(HERE)
rule = BOOK.rule
