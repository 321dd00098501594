"""All the laws (ARCHITECTURE part 4) over one installed game, as far as they can be held without Amba's own tests; what was looked at, and what was found."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from amba.bots import levels_of
from amba.core.decision import CHANCE
from amba.core.game import Game, has_secrets
from amba.core.session import Session
from amba.lab import golden, laws, rules_in_play
from amba.lab.foretold import foretold, noted
from amba.lab.fuzz import Fuzzer, seeded_session, some_options
from amba.load.registry import open_game

CLAIMS = {
    1: "The same scenario, options, seed and actions give the same log, byte for byte",
    2: "An order is in the menu exactly when nothing refuses it, and a refusal names a rule",
    3: "There is always something to choose until the game is over, and it ends",
    4: "Saving, copying, taking back and doing again change nothing",
    5: "Events folded from the log give the live position, and the invariants hold",
    6: "Nothing hidden leaks into menus, refusals, previews, labels or logs",
    7: "The odds that are shown are the odds of the dice",
    8: "Every enforced rule has code, a test named for it, and fires in play",
    9: "The golden games play as they are kept, and belong to this version",
}
LAW_OF = {
    "no error": 3, "no dead end": 3, "random play ends": 3, "menu and referee agree": 2, "copies are independent": 4, "saving changes nothing": 4,
    "undo and again": 4, "events fold": 5, "invariants": 5, "the log is true": 5, "nothing leaks": 6, "redaction hides": 6, "odds are the odds": 7,
}  # fmt: skip
"""What the fuzzer calls them -> the law"""
MOST = 5
"""Breaches of one law that are told one by one."""


class Finding(NamedTuple):
    """One law: how often it was looked at, what breaks it, and what could not be looked at here."""

    law: int
    looked: int
    breaches: tuple[str, ...]
    unchecked: tuple[str, ...]

    @property
    def status(self) -> str:
        if self.breaches:
            return "broken"
        return "holds" if self.looked else "not checked"


class Docket:
    """Collects what is found, law by law."""

    def __init__(self) -> None:
        self.looked: Counter[int] = Counter()
        self.breaches: dict[int, list[str]] = {law: [] for law in CLAIMS}
        self.unchecked: dict[int, list[str]] = {law: [] for law in CLAIMS}

    def add(self, law: int, breaches: Sequence[str], looked: int = 1) -> None:
        self.looked[law] += looked
        self.breaches[law] += breaches

    def attempt(self, law: int, hold: Callable[..., None], *args: Any) -> None:
        """Hold a law; whatever goes wrong inside the game breaks it, and the others are looked at all the same."""
        try:
            hold(*args, self)
        except Exception:
            self.add(law, [" / ".join(line.strip() for line in traceback.format_exc(limit=-2).strip().splitlines()[1:])])

    def findings(self) -> list[Finding]:
        found = []
        for law in CLAIMS:
            broken = list(dict.fromkeys(self.breaches[law]))
            more = [f"and {len(broken) - MOST} more"] if len(broken) > MOST else []
            found.append(Finding(law, self.looked[law], (*broken[:MOST], *more), tuple(self.unchecked[law])))
        return found


Tell = Callable[[str], None]
"""Hears what is being done."""


def hold(key: str, scenarios: Sequence[str], seconds: float, tell: Tell = lambda text: None) -> list[Finding]:
    """Every law over these scenarios; games are played for so many seconds, at least one at random and one by bots in each."""
    game, docket = open_game(key), Docket()
    tell("law 8: the rulebook")
    docket.attempt(8, hold_rulebook, game)
    for scenario in scenarios:
        tell(f"laws 1 and 9: {scenario}")
        docket.attempt(1, hold_same_log, game, scenario)
        docket.attempt(9, hold_golden, game, scenario)
    docket.add(9, golden.version_breaches(game) if golden.golden_files(key) else [], 0)
    docket.unchecked[6].append("what the table's messages tell: Amba's own tests send every message there is")
    play_for(game, scenarios, seconds, docket, tell)
    if not docket.looked[7]:
        docket.unchecked[7].append("no order that was legal in these games shows odds, chances, or costs")
    return docket.findings()


def play_for(game: Game, scenarios: Sequence[str], seconds: float, docket: Docket, tell: Tell) -> None:
    """Random games and games between bots in turn, each with every law checked, until the time is over."""
    level = next((level for level in ("greedy",) if level in levels_of(game)), "")
    until = time.monotonic() + seconds
    number = 0
    while number == 0 or time.monotonic() < until:
        for scenario in scenarios:
            for bots in dict.fromkeys(("", level)):
                tell(f"laws 2 to 7: {scenario}, game {number + 1}{' between bots' if bots else ' at random'}")
                play_one(game, scenario, number, bots, docket)
        number += 1


def play_one(game: Game, scenario: str, number: int, bots: str, docket: Docket) -> None:
    seed = f"laws-{number}"
    fuzzer = Fuzzer(game, scenario, seed, some_options(game, seed), bots=bots)
    report = fuzzer.play()
    for law, count in fuzzer.looked.items():
        if LAW_OF[law] != 7:  # its odds are looked at below, where there are any
            docket.add(LAW_OF[law], [], count)
    again = f"amba fuzz {game.key} --scenario {scenario} --seed laws --games {number + 1}" + (f" --bots {bots}" if bots else "")
    for found in report.violations:
        docket.add(LAW_OF[found.law], [f"{found.message} ({scenario}, entry {found.entry}, {found.law}; {again})"])
    if fuzzer.session is not None and not report.violations:
        docket.attempt(7, hold_odds, game, fuzzer.session)
        docket.attempt(6, hold_open, game, fuzzer.session)


# Laws that are no matter of a single moment


def random_game(game: Game, scenario: str) -> Session:
    rng = Random(f"{game.key} {scenario} laws")
    session = seeded_session(game, scenario, {}, "laws")
    while (decision := session.decision) is not None:
        session.act(decision.who, session.menu.pick(rng))
    return session


def digest(key: str, scenario: str) -> str:
    """The hash of a random game's log: the same in every process."""
    return hashlib.sha256(random_game(open_game(key), scenario).log.text().encode()).hexdigest()


SCRIPT = "import sys; from amba.lab.all_laws import digest; print(digest(sys.argv[1], sys.argv[2]))"


def hold_same_log(game: Game, scenario: str, docket: Docket) -> None:
    """Law 1: played again with the same actions, and in a process of its own where Python's hashes fall otherwise."""
    first = random_game(game, scenario)
    again = Session(game, scenario, {}, first.dice.key, first.log.header.id)
    for done in first.done:
        if done.by != CHANCE:
            again.act(done.by, game.read(again.state, done.words))
    text = first.log.text()
    docket.add(1, [] if again.log.text() == text else [f"{scenario}: the same actions give another log"])
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, game.key, scenario], env={**os.environ, "PYTHONHASHSEED": "41"}, capture_output=True, text=True, check=False
    )
    same = run.stdout.strip() == hashlib.sha256(text.encode()).hexdigest()
    docket.add(1, [] if same else [f"{scenario}: another process gives another log: {(run.stderr or run.stdout).strip()[-300:]}"])


def hold_odds(game: Game, session: Session, docket: Docket) -> None:
    """Law 7: every kind of order whose preview shows odds, chances in its lines, rolls or costs, a few times in this game; and what words beside orders say is left."""
    for state, action in foretold(session):
        docket.add(7, laws.odds_are_the_odds(game, state, action))
    for state, action, _ in noted(session, Random(session.log.header.id)):
        docket.add(7, laws.note_is_true(game, state, action, game.preview(state, action)))


def hold_open(game: Game, session: Session, docket: Docket) -> None:
    """Law 6: a game that says it has no secrets shows everybody the same."""
    if has_secrets(game, session.state):
        return
    for count in range(0, len(session.done), 10):
        state = session.state_at(count)
        views = [game.view(state, side) for side in (None, *range(len(game.sides)))]
        same = all(view == views[0] for view in views)
        docket.add(6, [] if same else [f"entry {count}: a game without secrets shows its sides something else"])


def hold_rulebook(game: Game, docket: Docket) -> None:
    """Law 8."""
    rules = rules_in_play
    docket.add(8, [f"{number} has no status, or no reason for it" for number in rules.without_status(game)], len(game.rulebook.rules))
    docket.add(8, [f"{number} is enforced, and no code cites it (@rule)" for number in rules.without_code(game)])
    docket.add(8, [f"{number} is {game.rulebook[number].status}, and code cites it" for number in rules.cited_though_idle(game)])
    tests = rules.named_tests(game.key, game.rulebook.rules)
    if tests is None:
        docket.unchecked[8].append("tests named for the rules: none are installed with the game (a folder `tests` in its package)")
    else:
        missing = [number for number in rules.enforced(game) if number not in tests]
        docket.add(8, [f"{number} is enforced, and no test is named for it (test_{rules.slug(number)}_...)" for number in missing])
    if rules.is_compiled(game):
        docket.unchecked[8].append(rules.ON_SOURCES)
    else:
        docket.add(8, [f"{number} is enforced, and never fired in play" for number in rules.watched(game).missing()])


def hold_golden(game: Game, scenario: str, docket: Docket) -> None:
    """Law 9."""
    found = golden.golden_breaches(game, scenario)
    if found is None:
        docket.unchecked[9].append(f"{scenario}: no golden game is kept (amba laws {game.key} --keep writes it)")
    else:
        docket.add(9, found)
