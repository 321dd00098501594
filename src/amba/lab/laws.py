"""The laws every game keeps (ARCHITECTURE part 4), as functions over a game and a moment of it.

Each function gives back a list of sentences, one for every breach: empty when the law holds. The fuzzer and the conformance suite use the
same functions.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from random import Random

from amba.core.decision import CHANCE, Action, Preview, Refusal
from amba.core.event import Event
from amba.core.game import Game, judge
from amba.core.log import Log, LogError
from amba.core.order import Words
from amba.core.session import ReplayError, Session, replay, verify
from amba.core.state import State
from amba.lab.odds_law import given, left_holds, lines_hold, odds_hold, said, told_at_once, unproved
from amba.load.files import DataError
from amba.load.position import Position, read_position

NONSENSE: tuple[Words, ...] = ((), ("",), ("move",), ("nonsense",), ("move", "nobody", "nowhere"), ("done", "done"))


def candidates(game: Game, s: State, rng: Random, count: int) -> list[Words]:
    """Orders somebody might try now: the shapes of `game.orders` filled in, mostly with pieces and places that matter here."""
    names = game.names
    live = [piece for stack in s.here for piece in stack]
    words = {
        "piece": lambda: names.pieces[rng.choice(live)] if live else rng.choice(names.pieces),
        "place": lambda: names.places[s.at[rng.choice(live)] if live and rng.random() < 0.3 else rng.randrange(len(names.places))],
    }
    found = []
    for _ in range(count):
        shape = rng.choice(game.orders)
        found.append((shape[0], *(words[word]() if word in words else word for word in shape[1:])))
    return found


def near_misses(menu: Sequence[Words], game: Game, rng: Random, count: int) -> list[Words]:
    """Legal actions with one word exchanged: the orders where menu and referee are most likely to disagree."""
    found = []
    for _ in range(count if menu else 0):
        action = list(rng.choice(menu))
        index = rng.randrange(len(action))
        pool = (
            game.names.pieces if action[index] in game.names.piece else game.names.places if action[index] in game.names.place else ["done", "pass"]
        )
        action[index] = rng.choice(pool)
        found.append(tuple(action))
    return found


def no_dead_end(game: Game, s: State) -> list[str]:
    """Law 3: while somebody decides, there is something to choose."""
    decision = game.decision(s)
    if decision is None:
        return [] if game.result(s) is not None else ["nobody decides, and there is no result"]
    if decision.rule not in game.rulebook:
        return [f"the decision {decision.kind!r} cites {decision.rule!r}, which is not in the rulebook"]
    if not decision.text:
        return [f"the decision {decision.kind!r} has no prompt"]
    if decision.who == CHANCE:
        return outcomes_sound(game, s)
    return [] if game.legal(s) else [f"no legal action for {decision.kind!r}"]


def outcomes_sound(game: Game, s: State) -> list[str]:
    """Law 7: chance has results, each once, with a positive weight, and the referee accepts every one."""
    outcomes = list(game.outcomes(s))
    if not outcomes:
        return ["chance decides, and there is no outcome"]
    found = []
    if len({action for action, _ in outcomes}) != len(outcomes):
        found.append("an outcome is listed twice")
    for action, weight in outcomes:
        if not isinstance(weight, int) or weight <= 0:
            found.append(f"{action} has the weight {weight!r}")
        if game.refuse(s, action) is not None:
            found.append(f"the outcome {action} is refused")
    return found


def menu_and_referee_agree(game: Game, s: State, rng: Random, count: int = 8, limit: int = 300) -> list[str]:
    """Law 2: `a in legal(s)` exactly when `refuse(s, a)` is None, for the menu itself and for orders made up."""
    menu = game.legal(s)
    listed = list(islice(menu, limit))
    found = []
    if len(set(listed)) != len(listed):
        found.append("the menu lists an action twice")
    for action in rng.sample(listed, min(len(listed), 2 * count)):
        refusal = game.refuse(s, action)
        if refusal is not None:
            found.append(f"{said(game, action)} is in the menu, and refused: {refusal.text} [{refusal.rule}]")
        if action not in menu:
            found.append(f"{said(game, action)} is listed by the menu, and not in it")
        if game.read(s, game.spell(action)) != action:
            found.append(f"{said(game, action)} is read as {game.read(s, game.spell(action))}")
    listed_words = [game.spell(action) for action in listed]
    for words in (*candidates(game, s, rng, count), *near_misses(listed_words, game, rng, count), *NONSENSE):
        order = judge(game, s, words)
        refusal = order if isinstance(order, Refusal) else None
        is_listed = refusal is None and order in menu
        if is_listed != (refusal is None):
            found.append(f"{' '.join(words)!r}: not in the menu, and not refused")
        if refusal is None and game.spell(order) != words:
            found.append(f"{' '.join(words)!r} is taken for {said(game, order)!r}")
        if refusal is not None:
            found += refusal_sound(game, words, refusal)
        if words in listed_words and refusal is not None:
            found.append(f"{' '.join(words)!r}: in the menu, refusal {refusal}")
    return found


def refusal_sound(game: Game, words: Words, refusal: Refusal) -> list[str]:
    """Law 2: a refusal names a rule of the rulebook and reads as a sentence."""
    found = []
    for number in (refusal.rule, *(item[2] for item in refusal.items if item[2])):
        if number not in game.rulebook:
            found.append(f"the refusal of {' '.join(words)!r} cites {number!r}, which is not in the rulebook")
    try:
        text = refusal.text
    except (KeyError, IndexError, ValueError) as error:
        return [*found, f"the refusal of {' '.join(words)!r} cannot be written: {error!r}"]
    if not text.strip() or "{" in text:
        found.append(f"the refusal of {' '.join(words)!r} reads {text!r}")
    found += [f"the refusal of {' '.join(words)!r} lights up {name!r}" for name in refusal.hexes if name not in game.names.place]
    return found


def events_fold(game: Game, before: State, events: Sequence[Event], after: State) -> list[str]:
    """Law 5: events folded over the old position give the new one, also after the way through the log."""
    codec = game.names.codec
    found = []
    folded = before.copy()
    for event in events:
        row = json.loads(json.dumps(codec.encode(event)))
        again = codec.decode(row)
        if again != event:
            found.append(f"{event} comes back from the log as {again}")
        if event.rule and event.rule not in game.rulebook:
            found.append(f"{event} cites {event.rule!r}, which is not in the rulebook")
        again.fold(folded)
    if folded.key() != after.key():
        found.append(f"folded events do not give the live position: {difference(folded, after)}")
    return found


def difference(a: State, b: State) -> str:
    """In which fields two positions differ."""
    names = ("at", "face", "side", "marks", "points", "here", "owner", "tracks", "frames")
    fields = [name for name in names if getattr(a, name) != getattr(b, name)]
    return ", ".join(f"{name} {getattr(a, name)} / {getattr(b, name)}" if name in {"tracks", "frames"} else name for name in fields) or "other fields"


def invariants_hold(game: Game, s: State) -> list[str]:
    """Law 5: what the game says must hold."""
    found = list(game.invariants(s))
    if s.pending:
        found.append(f"{len(s.pending)} events are still pending")
    return found


def copies_are_independent(game: Game, s: State, action: Action) -> list[str]:
    """Law 4: a copy is equal, and playing on it leaves the original alone."""
    before = s.key()
    copy = s.copy()
    if copy.key() != before:
        return ["a copy differs from its original"]
    first = game.apply(copy, action)
    if s.key() != before:
        return [f"{said(game, action)} on a copy changed the original: {difference(copy, s)}"]
    again = s.copy()
    if game.apply(again, action) != first or again.key() != copy.key():
        return [f"{said(game, action)} did not do the same twice"]
    return []


def saving_changes_nothing(game: Game, s: State, action: Action | None, rng: Random) -> list[str]:
    """Law 4: dumped and restored, or written as text and read back, a position is the same and goes on the same."""
    document = game.position(s)
    restored = game.blank(document["scenario"], document["options"])
    restored.restore(json.loads(json.dumps(s.dump())))
    found = [f"saved and restored: {text}" for text in same_moment(game, s, restored, action, rng)]
    text = Position(game, s).text()
    try:
        read = read_position(text, "position", game=game).state
    except DataError as error:
        return [*found, f"the position does not read back: {error}"]
    return found + [f"written and read back: {text}" for text in same_moment(game, s, read, action, rng)]


def same_moment(game: Game, s: State, other: State, action: Action | None, rng: Random) -> list[str]:
    if s.key() != other.key():
        return [f"the position differs: {difference(s, other)}"]
    if game.decision(s) != game.decision(other):
        return ["another decision"]
    found = []
    if list(islice(game.legal(s), 200)) != list(islice(game.legal(other), 200)):
        found.append("another menu")
    if action is not None:
        mine, yours = s.copy(), other.copy()
        if game.apply(mine, action) != game.apply(yours, action) or mine.key() != yours.key():
            found.append(f"{said(game, action)} does something else")
    return found


def odds_are_the_odds(game: Game, s: State, action: Action) -> list[str]:
    """Law 7: a distribution that a preview shows is, fraction by fraction, what comes when the order is given and every die falls.

    So is every chance in one of its lines. The cost, the column, the strengths and the modifiers shown are those the rules then tell, and where all who
    can take part, nobody is left out. What the words beside it say is left, is left when the cost is paid. Asking changes nothing.
    """
    before = s.key()
    preview = game.preview(s, action)
    found = [f"previewing {said(game, action)} changed the position"] if s.key() != before else []
    found += note_is_true(game, s, action, preview)
    if preview is None:
        return found
    name = said(game, action)
    found += [f"the preview of {name} cites {item[2]!r}" for item in preview.items if item[2] and item[2] not in game.rulebook]
    found += [f"the preview of {name} {text}" for text in unproved(preview)]
    if preview.odds and preview.told is None:
        return found
    if orders := given(game, s, preview.orders, action):
        preview = preview._replace(orders=orders)
        if preview.odds:
            found += odds_hold(game, s, preview, action)
        elif preview.shown:
            found += [f"the preview of {name}: {text}" for text in told_at_once(game, s, preview)]
    return found + [f"the preview of {name}: {text}" for text in lines_hold(game, s, preview, action)]


def note_is_true(game: Game, s: State, action: Action, preview: Preview | None) -> list[str]:
    """Law 7: what the words beside an order say is left is what its preview leaves."""
    return [f"the note beside {said(game, action)} {text}" for text in left_holds(preview, game.note(s, action))]


def nothing_leaks(game: Game, s: State, rng: Random, count: int = 6) -> list[str]:
    """Law 6: in every position a side cannot tell from this one, its menus, refusals, previews and labels are the same."""
    found = []
    decision = game.decision(s)
    for side in (*range(len(game.sides)), None):
        other = game.imagine(s, side, rng)
        who = "a watcher" if side is None else game.sides[side]
        broken = game.invariants(other)
        if broken:
            found.append(f"what {who} imagines is broken: {broken[0]}")
        if game.view(s, side) != game.view(other, side):
            found.append(f"what {who} imagines does not look like what is seen")
        if decision is not None and side is not None and decision.who == side:
            found += [f"{who}: {text}" for text in _same_windows(game, s, other, rng, count)]
    return found


def _same_windows(game: Game, s: State, other: State, rng: Random, count: int) -> list[str]:
    if game.decision(s) != game.decision(other):
        return ["another decision in an imagined position"]
    mine = list(islice(game.legal(s), 300))
    if mine != list(islice(game.legal(other), 300)):
        return ["another menu in an imagined position"]
    found = []
    for words in (*candidates(game, s, rng, count), *near_misses([game.spell(action) for action in mine], game, rng, count)):
        if judge(game, s, words) != judge(game, other, words):
            found.append(f"another refusal of {' '.join(words)} in an imagined position")
    for action in rng.sample(mine, min(len(mine), count)):
        mine_shown, yours_shown = ((preview or Preview("")).data() for preview in (game.preview(s, action), game.preview(other, action)))
        if mine_shown != yours_shown:
            found.append(f"another preview of {said(game, action)} in an imagined position")
        if (game.label(s, action), game.note(s, action)) != (game.label(other, action), game.note(other, action)):
            found.append(f"another label of {said(game, action)} in an imagined position")
    return found


def redaction_hides(game: Game, before: State, by: int, words: Words, events: Sequence[Event], after: State) -> list[str]:
    """Law 6: what a side reads in its log names only pieces it could see before or can see now."""
    found = []
    for side in (*range(len(game.sides)), None):
        seen = set(game.view(before, side)["pieces"]) | set(game.view(after, side)["pieces"])
        who = "a watcher" if side is None else game.sides[side]
        for word in game.redact_action(after, words, by, side):
            if word in game.names.piece and word not in seen:
                found.append(f"{who} reads of {word} in {' '.join(words)}")
        for event in events:
            cut = game.redact(after, event, side)
            piece = getattr(cut, "piece", -1)
            if cut is not None and piece >= 0 and game.names.pieces[piece] not in seen:
                found.append(f"{who} reads of {game.names.pieces[piece]} in {event}")
            if cut is not None:
                game.sentence(cut)
    return found


def undo_and_again(session: Session) -> list[str]:
    """Law 4: taken back and done again, an action gives the same log and the same position."""
    game, last = session.game, session.undoable()
    if last is None:
        return []
    done = session.done[last]
    text, key = session.log.text(), session.state.key()
    session.undo()
    session.act(done.by, game.read(session.state, done.words))
    if session.log.text() != text or session.state.key() != key:
        return [f"{' '.join(done.words)} taken back and done again gives something else"]
    return []


def log_is_true(game: Game, session: Session) -> list[str]:
    """Laws 1 and 5: the log reads back, replays by events and by actions to the live position, and its dice verify."""
    text = session.log.text()
    try:
        log = Log.parse(text)
        if log.text() != text:
            return ["the log does not read back byte for byte"]
        by_events, by_actions = replay(game, log), verify(game, log)
    except (LogError, ReplayError) as error:
        return [f"the log does not verify: {error}"]
    live = session.state.key()
    return [
        f"replayed by {name} the log gives another position"
        for name, one in (("events", by_events), ("actions", by_actions))
        if one.state.key() != live
    ]
