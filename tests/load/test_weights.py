"""data/bot.toml: what is wrong is said with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.load.files import DataError, Folder
from amba.load.weights import load_weights

GOOD = """trust = 0.5
caution = 3
mass = 9
refined = { searcher = 2700 }
searched = ["combat"]
ends = "seen"
views = { red = 3, blue = 1 }
samples = 24
afresh = true

[terms.towns]
weight = 2
early = 3.5
means = "Towns."
gain = "takes {near}"

[terms.supply]
weight = 0.5
means = "Bread."

[styles.bold]
supply = 0.5
"""


def load(folder: Path, text: str) -> object:
    (folder / "bot.toml").write_text(text, encoding="utf-8")
    return load_weights(Folder(folder), ("towns", "supply"), ("red", "blue"), ageing=True)


def test_terms_styles_and_trust_are_read(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(GOOD, encoding="utf-8")
    found = load_weights(Folder(tmp_path), ("towns", "supply"), ("red", "blue"), ageing=True)
    assert found.terms["towns"].weight == 2.0
    assert found.terms["towns"].gain == "takes {near}"
    assert found.styles == {"bold": {"supply": 0.5}}
    assert found.trust == 0.5
    assert found.caution == 3.0
    assert found.mass == 9
    assert found.refined == {"searcher": 2700}
    assert found.searched == {"combat"}
    assert found.ends == "seen"
    assert found.views == (0.75, 0.25)
    assert found.samples == 24
    assert (found.terms["towns"].early, found.terms["supply"].early) == (3.5, 0.5)
    assert found.afresh


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[terms.supply]", "[terms.bread]", "the term 'supply' is missing"),
        ("[styles.bold]", '[terms.bread]\nweight = 1\nmeans = "x"\n[styles.bold]', "there is no term 'bread'"),
        ("weight = 2", 'weight = "much"', "towns: the weight is 'much'; expected a number"),
        ('means = "Bread."', "", "supply: expected a sentence"),
        ("supply = 0.5", "bread = 0.5", "expected a term and a number"),
        ("[styles.bold]", "[tempers.bold]", r"\[tempers.bold\] is called \[styles.bold\] since version 0.2"),
        ("trust = 0.5", "trust = true", "trust is True; expected a number"),
        ("caution = 3", 'caution = "much"', "caution is 'much'; expected a number"),
        ("mass = 9", "mass = 1", "mass is 1; expected how many pieces are brought against one target at most, two or more"),
        ("mass = 9", "mass = true", "mass is True; expected how many pieces"),
        ("searcher = 2700", "greedy = 2700", "expected planner or searcher"),
        ("searcher = 2700", "searcher = true", "searcher is True; expected planner or searcher, and how many"),
        ("{ searcher = 2700 }", "true", "refined is True; expected a table"),
        ('["combat"]', '"combat"', "searched is 'combat'; expected a list of kinds of decision"),
        ('ends = "seen"', 'ends = "fought"', 'views count only where ends = "seen"'),
        ('ends = "seen"', 'ends = "well"', "ends is 'well'; expected one of planned, fought, seen"),
        ("blue = 1", "green = 1", "expected a number for each of red, blue"),
        ("blue = 1", "blue = -1", "expected no number below 0"),
        ("samples = 24", "samples = 2", "samples is 2; expected how often two plans are compared"),
        ("early = 3.5", "early = true", "towns: the early weight is True; expected a number"),
        ("afresh = true", 'afresh = "yes"', "afresh is 'yes'; expected true or false"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(DataError, match=message) as error:
        load(tmp_path, GOOD.replace(old, new, 1))
    assert "bot.toml" in str(error.value)


def test_weights_are_no_part_of_the_data_the_rules_read(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("key\n", encoding="utf-8")
    before = Folder(tmp_path).digest()
    load(tmp_path, GOOD)
    assert Folder(tmp_path).digest() == before


def test_an_early_weight_is_refused_where_it_would_change_nothing(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(DataError, match="towns: this game's weights are the same from the first turn to the last"):
        load_weights(Folder(tmp_path), ("towns", "supply"), ("red", "blue"))
