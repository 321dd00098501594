"""Hollow Legions as a `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from amba.core.base import BaseGame
from amba.core.decision import Preview, Side
from amba.core.event import Event
from amba.core.game import Abilities, Option, Score, View
from amba.core.view import build_view
from amba.games.hollow import dealt_anew, positions, secrets, show_sight
from amba.games.hollow.book import BOOK, HERE
from amba.games.hollow.bot.advice import advice
from amba.games.hollow.bot.advice_setup import shortlist
from amba.games.hollow.bot.evaluation import HollowEvaluation
from amba.games.hollow.charts import charts, present_cells
from amba.games.hollow.counters import ALLIED, SIDES
from amba.games.hollow.previews import PREVIEWS
from amba.games.hollow.previews_armour import PREVIEWS_ARMOUR
from amba.games.hollow.previews_artillery import PREVIEWS_ARTILLERY
from amba.games.hollow.previews_crews import PREVIEWS_CREWS
from amba.games.hollow.previews_ground import PREVIEWS_GROUND
from amba.games.hollow.previews_guns import PREVIEWS_GUNS
from amba.games.hollow.previews_men import PREVIEWS_MEN
from amba.games.hollow.previews_platoon import PREVIEWS_PLATOON
from amba.games.hollow.previews_transport import PREVIEWS_TRANSPORT
from amba.games.hollow.previews_watched import PREVIEWS_WATCHED
from amba.games.hollow.rules import r177_victory
from amba.games.hollow.rules.invariants import broken
from amba.games.hollow.rules.r007_sight import REACH
from amba.games.hollow.rules.r111_fog import veil_of
from amba.games.hollow.rules.sequence import PHASES, STEPS
from amba.games.hollow.show import DICE_SUMS, NOTES, SKIPPABLE, label, sentence
from amba.games.hollow.show_board import board, party, show_belongings
from amba.games.hollow.show_tracks import tracks
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import key_title
from amba.games.hollow.told_lines import with_proof
from amba.games.hollow.world import World
from amba.kit.rays import draw
from amba.load.files import Data, Folder
from amba.table.previews import in_one_table
from amba.table.sayings import Sayings

OPTIONS = (
    Option("cowering", "Cowering", "Whether a double makes men whom no leader directs fire worse.", "10", (("on", "One column less, inexperienced men two"), ("off", "Not played")), "on"),
    Option("cactus", "Cactus hedges", "How men get through a cactus hedge.", "196.3", (("two-turns", "A movement phase to get in, another to get out (196.3)"), ("assault", "By assault movement or in the advance (193.7)")), "two-turns"),
    Option("minimum_move", "Minimum moves", "Whether men make minimum moves (176.3) in broken and steppe terrain.", "196.1", (("letter", "Not there (196.1, 196.2)"), ("everywhere", "There too: the rout of 176.31 is meant")), "letter"),
    Option("heat", "Heat of battle", "Whether an original 2 at a check or a rally may harden men, or make them give up.", "H", (("off", "Not played"), ("on", "Two more dice: hardened, or given up; no heroes, nobody berserk"), ("full", "The whole table: heroes and berserk men, too")), "off"),
    Option("snipers", "Snipers", "Whether an original 3 of a side with fire or at a check gives the other side's sniper a chance.", "M", (("off", "Not played"), ("on", "A die: 1 hits somebody, 2 pins him")), "off"),
    Option("rate", "Rate of fire", "Whether a machine gun whose coloured die is low fires on, as in the later system.", "R", (("off", "Once, and once more at half in defence"), ("on", "Again while the coloured die shows no more than its rate")), "off"),
    Option("goals", "Goals", "What the attacker has to do: what history did, or what makes an even game of it between equals.", "177", (("history", "As history has it"), ("even", "Changed until equal bots come out even")), "history"),
    Option("in_the_way", "Vehicles in the way", "What each vehicle or wreck in a hex costs one that enters it.", "40.3", (("two", "Two points, a working enemy tank four (188.22)"), ("one", "One, twice as much for an enemy tank (the example of 181.22)")), "two"),
    Option("purse", "Points in a battle of one's own", "How much there is to spend.", "O", (("half", "Half of what the scenario gives"), ("usual", "What the scenario gives"), ("double", "Twice that")), "usual"),
    Option("purchases", "Purchases in a battle of one's own", "Whether the other side is told what is bought.", "O", (("secret", "In secret"), ("open", "Openly, in the log")), "secret"),
    Option("dust_drifts", "Dust of vehicles", "Whether the dust that vehicles raise drifts down a mild breeze.", "194.74", (("yes", "It drifts: it is normal drifting dispersed smoke"), ("no", "It lies where it was raised: it is smoke that has drifted already")), "yes"),
    Option("lone_check", "Tanks without radio", "What the crew of a tank without radio must roll to drive alone.", "181.223", (("easier", "Its morale and one: the example has a crew of 8 pass with 9"), ("harder", "Its morale less one: +1 on the dice")), "easier"),
    Option("straying", "Losing one's way", "Whether men who set out by night, and follow no track, may lose their way.", "49.2", (("on", "11 and 12 on two dice"), ("off", "Nobody does")), "on"),
    Option("night", "Night in a battle of one's own", "Whether a rolled night is played.", "194.3", (("as-rolled", "Night, when the die says so"), ("day", "Both sides agree on daylight")), "as-rolled"),
)  # fmt: skip


class Hollow(BaseGame[HollowState, World]):
    """Squads, guns and tanks in the desert, 1940 to 1943."""

    key = "hollow"
    title = "Hollow Legions"
    version = "28"
    year = "1940-43"
    blurb = "Squads, guns and tanks in the sand. Hold your fire until you see them."
    sides = SIDES
    rulebook = BOOK
    over_rule = "4"
    switches = OPTIONS
    previews = in_one_table(
        PREVIEWS,
        PREVIEWS_ARMOUR,
        PREVIEWS_GUNS,
        PREVIEWS_CREWS,
        PREVIEWS_ARTILLERY,
        PREVIEWS_TRANSPORT,
        PREVIEWS_PLATOON,
        PREVIEWS_WATCHED,
        PREVIEWS_MEN,
        PREVIEWS_GROUND,
    )
    notes = NOTES
    result = staticmethod(r177_victory.result)
    redact, redact_action = staticmethod(secrets.redact), staticmethod(secrets.redact_action)
    reveals, imagine = staticmethod(secrets.reveals), staticmethod(dealt_anew.imagine)
    overlay, invariants = staticmethod(show_sight.overlay), staticmethod(broken)

    def __init__(self, data: Data | None = None) -> None:
        super().__init__(World(data), STEPS, positions)
        world, names = self.world, self.names
        goods = [("buy", key) for key in sorted(world.goods)]
        campaigns = [("campaign", campaign.key) for campaign in world.campaigns]
        self.orders = (*(shape for shape in self.orders if shape[0] not in {"buy", "campaign"}), *goods, *campaigns)
        self.sayings = Sayings(Folder(HERE).toml("say.toml"), names, lambda piece: key_title(world, piece), names.places.__getitem__, SIDES, SIDES)
        self.sayings.check(self.play.orders)
        self.abilities = Abilities(
            advice=advice, shortlist=shortlist, evaluation=HollowEvaluation(world),
            score=Score(ALLIED, r177_victory.score, self.verdict, lambda scenario: r177_victory.counted(world.plan(scenario))),
            tables={"lines": lambda: draw(REACH)}, skippable=SKIPPABLE, dice_sums=DICE_SUMS, losing_marks=frozenset(("wreck",)),
        )  # fmt: skip

    def verdict(self, scenario: str, score: float) -> Side | None:
        return r177_victory.verdict(self.world.plan(scenario), score)

    def view(self, s: HollowState, side: Side | None) -> View:
        shown = secrets.shown_state(s, side)
        found = build_view(shown, self.names, SIDES, secrets.question_marks(s, side), ("", *SIDES), self.decision(s), self.result(s))
        goals = {s.world.names.places[s.field.alias[name]] for name in s.plan.data["victory"].get("hexes", [])}
        found["places"] = {name: owner for name, owner in found["places"].items() if name in goals}
        show_belongings(s, found, side)
        found["postures"] = secrets.postures(s, side)
        found["party"] = party(s, side)
        found["veil"] = veil_of(s)
        found["tracks"] = tracks(s, side)
        found["sequence"] = [
            {"key": f"{SIDES[who]}.{p.key}", "title": p.title, "side": SIDES[who], "rule": p.rule, "now": i + 8 * half == s.phase}
            for half, who in enumerate((s.plan.first, 1 - s.plan.first))
            for i, p in enumerate(PHASES)
        ]
        found["turn"] = s.turn
        return found

    def preview(self, s: HollowState, a: Any) -> Preview | None:
        found = super().preview(s, a)
        if found is None:
            return None
        return with_proof(s, a, found)._replace(title=found.title or self.label(s, a), lit=present_cells(s, a, found.items))

    def label(self, s: HollowState, a: Any) -> str:
        return label(self.sayings, s, a)

    def sentence(self, e: Event) -> str:
        return sentence(self.sayings, self.world, e)

    def board(self, scenario: str) -> dict[str, Any]:
        return board(self.world, scenario, self.title, self.sayings.boxes)

    def charts(self) -> Sequence[dict[str, Any]]:
        return charts(self.world.folder, self.world.armoury)


def load(data: Data | None = None) -> Hollow:
    """The entry point."""
    return Hollow(data)
