"""Games written down as orders and dice, such as those with the moves of history (`docs/history`), made into logs.

game = cheren
scenario = campaign
# a comment
> raf sappers             what chance gives before the first order
move 11-ind 0707
fight > 4                 an order, and the die it calls for
"""

from __future__ import annotations

from pathlib import Path

from amba.core.decision import CHANCE, Action, Refusal
from amba.core.game import Game, judge
from amba.core.log import Entry, Header, Log
from amba.core.state import State
from amba.load.files import DataError
from amba.load.position import DiceError, as_dice, as_words, take_outcome
from amba.load.registry import open_game


def is_history(text: str) -> bool:
    """Whether a text is such a game and no log."""
    return text.startswith("game = ")


def history_log(text: str, name: str, data: Path | None = None) -> Log:
    """Plays the game by today's rules. An order that is refused, or dice that do not fit, are errors with their line.

    No key stands behind dice that are given: the log has no ending that would show one, and whoever imports it plays on or looks back without proof.
    """
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    head = {key.strip(): value.strip() for key, _, value in (line.partition("=") for _, line in lines if "=" in line)}
    game = open_game(head["game"], data)
    if "scenario" not in head:
        raise DataError(name, 1, "expected a line 'scenario = ...' after the game")
    state = game.new(head["scenario"], {})
    log = Log(Header(game.key, game.version, game.data_hash, head["scenario"], {}, name, "given", "", None))
    for number, line in lines:
        if not line or "=" in line:
            continue
        order, _, dice = (part.strip() for part in line.partition(">"))
        if order:
            found = judge(game, state, as_words(order))
            if isinstance(found, Refusal):
                raise DataError(name, number, f"{order}: {found.text} [{found.rule}]")
            _apply(game, state, log, found)
        try:
            _roll(game, state, log, as_dice(dice))
        except DiceError as error:
            raise DataError(name, number, str(error)) from None
    return log


def _roll(game: Game, s: State, log: Log, tokens: list[str]) -> None:
    """Whatever chance decides now, from these dice; all of them are used."""
    while (decision := game.decision(s)) is not None and decision.who == CHANCE:
        if not tokens:
            raise DiceError(f"no dice are given for '{decision.text}' [{decision.rule}]")
        _apply(game, s, log, take_outcome(game, s, tokens, decision))
    if tokens:
        raise DiceError(f"nothing calls for {' '.join(tokens)}")


def _apply(game: Game, s: State, log: Log, action: Action) -> None:
    decision = game.decision(s)
    by = "chance" if decision is None or decision.who == CHANCE else game.sides[decision.who]
    events = game.apply(s, action)
    log.append(Entry(len(log.entries), by, list(game.spell(action)), [game.names.codec.encode(event) for event in events]))
