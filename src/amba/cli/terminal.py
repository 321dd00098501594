"""A game in the terminal: map, prompt, typed orders; people in turn, each with their own secrets, and bots for whom wants them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from amba.bots import LIMITS, levels_of
from amba.bots.player import Player
from amba.cli.briefing import Briefing
from amba.cli.common import event_lines, preview_lines, refusal_lines
from amba.cli.orders import NameFinder, expand
from amba.cli.panels import Panels
from amba.cli.saves import Saver
from amba.cli.textmap import TextMap, wants_colour
from amba.core.decision import CHANCE, Decision, IllegalAction
from amba.core.order import Words
from amba.core.session import Session

HINTS = "planner"
"""The bot whose plan a hint is taken from."""
HELP = """Orders are what the rules allow now ('menu' lists them): {orders}
For example:
{examples}
Places may be hex numbers or names, units their keys or names; where an order takes several units, they stand with commas between them.
  why ORDER          why an order is not allowed      odds [ORDER]   what it would do, with exact chances
  menu [WORD]        what may be done now             rule 11.7      what a rule says
  map [HEX|all]      the map                          units [WORD]   units on the map and beside it
  log [N]            what happened                    chart [NAME]   tables of the game
  undo               take back the last action        save FILE      save there from now on
  hint               what a planner would do here, and why
  briefing           what it is about, and what to look out for
  help, quit         (every action is saved by itself; 'amba play --load FILE' goes on)"""


class Terminal:
    """Reads orders until the game is over or the player leaves."""

    def __init__(
        self,
        session: Session,
        path: Path,
        read: Callable[[str], str] | None = None,
        write: Callable[[str], None] = print,
        tty: bool | None = None,
        bots: Mapping[int, str] | None = None,
    ) -> None:
        """`bots` plays sides: side -> level."""
        self.session = session
        self.game = session.game
        self.path = path
        self.read = read or input
        self.write = write
        self.saver = Saver()
        self.tty = sys.stdin.isatty() and sys.stdout.isatty() if tty is None else tty
        board = self.game.board(session.log.header.scenario)
        self.map = TextMap(board, wants_colour() and self.tty)
        self.finder = NameFinder(self.game, board)
        self.panels = Panels(self.game, self.map)
        self.words = Briefing(self.game, session.log.header.scenario)
        self.seen = {side: last_of(session, side) for side in range(len(self.game.sides))}
        """side -> how many entries it has been told of"""
        self.shown_to: int | None = None
        self.briefed: set[int] = set()
        """sides that have read what the lesson is about"""
        self.bots = {side: Player(self.game, side, level) for side, level in (bots or {}).items()}
        self.reasons: dict[tuple[int, Words], str] = {}
        """entry and order -> why a bot gave it, in words that everybody may hear"""
        self.advisers: dict[int, Player] = {}
        """side -> who gives its player hints"""
        self.minds = Random()
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "why": self.why, "odds": self.odds, "menu": self.menu, "rule": self.rule, "map": self.draw, "units": self.units, "log": self.tell_log,
            "chart": self.chart, "undo": self.undo, "hint": self.hint, "briefing": self.brief, "save": self.save, "help": self.help, "?": self.help,
        }  # fmt: skip

    def loop(self) -> int:
        """Play. Gives back an exit code."""
        self.store()
        if self.tty:
            self.edit_lines()
        self.say(f"{self.game.title}: {self.session.log.header.scenario}. 'help' explains, 'quit' leaves. Saved after every action in {self.path}")
        try:
            while (decision := self.session.decision) is not None:
                if decision.who in self.bots:
                    self.let_play(self.bots[decision.who])
                    continue
                self.hand_over(decision.who)
                if not self.turn(decision):
                    break
            else:
                self.finish()
        except (EOFError, KeyboardInterrupt):
            self.say("")
            self.say(f"Saved. Go on with: amba play --load {self.path}")
            return 0
        return 0

    def edit_lines(self) -> None:
        """History and completion of words, where the system has them."""
        try:
            import readline
        except ImportError:
            return

        def complete(text: str, index: int) -> str | None:
            menu = self.session.menu
            words = {word for action in (*menu.plain, *menu.heads) for word in action} | set(self.commands) | set(self.finder.towns)
            found = sorted(word for word in words if word.startswith(text))
            return found[index] + " " if index < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ,")
        readline.parse_and_bind("tab: complete")

    def turn(self, decision: Decision) -> bool:
        """One line typed. False when the player leaves."""
        side = self.game.sides[decision.who]
        self.coach(decision)
        words = self.read(f"\n{decision.text} [{decision.rule}]\n{side}> ").split()
        if not words:
            return True
        if words[0] == "quit" or words == ["exit"]:  # a game may have an order to exit
            self.say(f"Saved. Go on with: amba play --load {self.path}")
            return False
        command = self.commands.get(words[0])
        if command is not None:
            command(words[1:])
        else:
            self.order(decision.who, words)
        return True

    def hand_over(self, who: int) -> None:
        """When another side decides, the last one's secrets leave the screen first."""
        if self.shown_to == who:
            self.catch_up(who)
            return
        side = self.panels.title(who)
        if self.shown_to is not None and self.panels.has_secrets(self.session.state):
            self.read(f"\nNow {side} decide. Hand over, then press Enter. ")
            if self.tty:
                self.say("\x1b[2J\x1b[3J\x1b[H")
        self.shown_to = who
        self.catch_up(who)
        self.say("")
        self.draw([])
        for line in self.panels.status(self.session.state, who):
            self.say(line)
        if self.words.is_lesson and who not in self.briefed:
            self.briefed.add(who)
            self.say("")
            self.brief([])

    def brief(self, words: list[str]) -> None:
        """Situation, what is special, and hints for who decides."""
        who = self.shown_to or 0
        for line in self.words.lines(self.game.sides[who], self.panels.title(who)):
            self.say(line)

    def coach(self, decision: Decision) -> None:
        """In a lesson: what the guide says to this question."""
        if self.words.is_lesson and (step := self.words.step(decision, self.game.view(self.session.state, decision.who))):
            self.say(f"\nThe guide: {step}")

    def let_play(self, bot: Player) -> None:
        """One decision of a bot, from nothing but what its side may see."""
        imagined = self.game.imagine(self.session.state, bot.side, self.minds)
        choice = bot.choose(imagined, self.minds, LIMITS[bot.level])
        done = self.session.act(bot.side, choice.action)
        if choice.why:
            self.reasons[done[0].n, done[0].words] = choice.why
        self.store()

    def catch_up(self, who: int) -> None:
        """Tell a side what happened since it last looked."""
        self.tell(self.seen[who], who)
        self.seen[who] = len(self.session.done)

    def tell(self, since: int, who: int) -> None:
        """What this side may know of the entries from one on."""
        fresh = self.session.done[since:]
        if not fresh:
            return
        state = self.session.state_at(since)
        for done in fresh:
            for event in done.events:
                event.fold(state)
            cut = [self.game.redact(state, event, who) for event in done.events]
            for line in event_lines(self.game, [event for event in cut if event is not None]):
                self.say(f"  {line}")
            if (done.n, done.words) in self.reasons:
                self.say(f"  ({self.reasons[done.n, done.words]})")

    def order(self, side: int, said: list[str]) -> None:
        """Carry out an order, which may stand for several actions in a row."""
        try:
            actions = expand(self.game, self.session.state, self.finder, said)
        except IllegalAction as error:
            for line in refusal_lines(error.refusal):
                self.say(line)
            return
        for words in actions:
            self.session.act(side, self.game.read(self.session.state, words))
            self.store()
        self.catch_up(side)
        self.foretell()

    def foretell(self) -> None:
        """Show the odds of a fight that could be begun now."""
        decision = self.session.decision
        if decision is None or decision.who != self.shown_to:
            return
        for action in self.session.menu.plain:
            if len(self.game.spell(action)) == 1:
                preview = self.game.preview(self.session.state, action)
                if preview is not None and preview.odds:
                    for line in preview_lines(preview):
                        self.say(line)
                    self.say(f"'{action.verb}' to do it, 'undo' to take back.")
                    return

    def why(self, words: list[str]) -> None:
        if not words:
            self.say("why ORDER: for instance 'why move 5-ind 1209'")
            return
        try:
            actions = expand(self.game, self.session.state, self.finder, words)
        except IllegalAction as error:
            for line in refusal_lines(error.refusal):
                self.say(line)
            return
        labels, s = [], self.session.state.copy()
        for action in actions:
            order = self.game.read(s, action)
            labels.append(self.game.label(s, order))
            self.game.apply(s, order)
        self.say(f"Allowed: {'; '.join(labels)}")

    def odds(self, words: list[str]) -> None:
        """What an order would do; without one, the fight now being prepared."""
        if not words:
            before = self.session.menu.plain
            self.foretell()
            if not any(len(self.game.spell(a)) == 1 and (p := self.game.preview(self.session.state, a)) is not None and p.odds for a in before):
                self.say("No fight is being prepared. Name an order: 'odds attack 1608 11-ind'")
            return
        try:
            actions = expand(self.game, self.session.state, self.finder, words)
        except IllegalAction as error:
            for line in refusal_lines(error.refusal):
                self.say(line)
            return
        s = self.session.state.copy()
        for action in actions[:-1]:
            self.game.apply(s, self.game.read(s, action))
        preview = self.game.preview(s, self.game.read(s, actions[-1]))
        self.say("\n".join(preview_lines(preview)) if preview is not None else "There is nothing to foretell about this order.")

    def menu(self, words: list[str]) -> None:
        for line in self.panels.menu(self.session.state, self.session.menu, words):
            self.say(line)

    def rule(self, words: list[str]) -> None:
        for line in self.panels.rule(words[0] if words else ""):
            self.say(line)

    def draw(self, words: list[str]) -> None:
        view = self.game.view(self.session.state, self.shown_to)
        if words == ["all"]:
            window = self.map.whole()
        else:
            focus = [self.finder.word(word) for word in words] or self.focus()
            window = self.map.around(focus)
        for line in self.map.draw(view, window, self.lit()):
            self.say(line)
        self.say(self.map.legend())

    def focus(self) -> list[str]:
        """Where the last things happened; before that, where the deciding side stands."""
        places = self.game.names.places
        for done in reversed(self.session.done):
            if done.by != CHANCE:
                found = [places[place] for event in done.events if (place := getattr(event, "to", -1)) >= 0 and places[place] in self.map.hexes]
                if found:
                    return found
        s = self.session.state
        return [
            places[place] for place, stack in enumerate(s.here) if stack and places[place] in self.map.hexes and s.side[stack[0]] == self.shown_to
        ]

    def lit(self) -> list[str]:
        """Hexes named in plain actions: what may be attacked, retreated to or advanced into."""
        return [word for action in self.session.menu.plain for word in self.game.spell(action)[1:] if word in self.map.hexes]

    def units(self, words: list[str]) -> None:
        for line in self.panels.units(self.game.view(self.session.state, self.shown_to), words):
            self.say(line)

    def chart(self, words: list[str]) -> None:
        for line in self.panels.chart(words):
            self.say(line)

    def tell_log(self, words: list[str]) -> None:
        count = int(words[0]) if words and words[0].isdigit() else 20
        if self.shown_to is not None:
            self.tell(max(0, len(self.session.done) - count), self.shown_to)

    def undo(self, words: list[str]) -> None:
        last = self.session.undoable()
        if last is None:
            self.say("Nothing to take back: dice have fallen or something was revealed." if self.session.done else "Nothing to take back.")
            return
        words_of_it = self.session.done[last].words
        self.session.undo()
        while self.bots and (decision := self.session.decision) is not None and decision.who in self.bots and self.session.undoable() is not None:
            self.session.undo()
        self.seen = {side: min(count, len(self.session.done)) for side, count in self.seen.items()}
        self.store()
        self.say(f"Taken back: {' '.join(words_of_it)}")

    def hint(self, words: list[str]) -> None:
        """What a planner would do in the place of whoever decides, from nothing but what that side may see."""
        decision = self.session.decision
        assert decision is not None
        if HINTS not in levels_of(self.game):
            self.say("Nobody here knows this game well enough to give hints.")
            return
        adviser = self.advisers.setdefault(decision.who, Player(self.game, decision.who, HINTS))
        imagined = self.game.imagine(self.session.state, decision.who, self.minds)
        choice = adviser.choose(imagined, self.minds, LIMITS[adviser.level])
        label = self.game.label(self.session.state, choice.action)
        self.say(f"A hint: {label} ({' '.join(self.game.spell(choice.action))}).{f' Why: {choice.why}.' if choice.why else ''}")

    def save(self, words: list[str]) -> None:
        if len(words) != 1:
            self.say("save FILE")
            return
        path = Path(words[0]).expanduser()
        try:
            self.saver.save(self.session, path)
        except OSError as error:
            self.say(f"Could not save in {path}: {error.strerror}. Still saving in {self.path}")
            return
        self.path = path
        self.say(f"Saved in {path}, and from now on there.")

    def store(self) -> None:
        self.saver.save(self.session, self.path)

    def help(self, words: list[str]) -> None:
        verbs = ", ".join(dict.fromkeys(shape[0] for shape in self.game.orders))
        examples = self.panels.menu(self.session.state, self.session.menu, [])[:3]
        self.say(HELP.format(orders=verbs, examples="\n".join(examples)))

    def finish(self) -> None:
        self.catch_up(self.shown_to if self.shown_to is not None else 0)
        result = self.session.result
        self.say(f"\nThe game is over. {result.text if result else ''}")
        self.say(f"Its log is in {self.path}; 'amba verify {self.path}' checks rules and dice.")

    def say(self, text: str) -> None:
        self.write(text)


def last_of(session: Session, side: int) -> int:
    """After a side's own last action: what it has surely seen."""
    return next((done.n + 1 for done in reversed(session.done) if done.by == side), 0)
