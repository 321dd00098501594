"""One self-contained HTML page about a run: no links outside, nothing to load."""

from __future__ import annotations

import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from amba import __version__
from amba.core.game import Game, Score
from amba.draw.geometry import escape
from amba.lab.heat import counted, heat_map, place_titles, scale
from amba.lab.plots import Bar, columns, fan, share_bars, split_bar
from amba.lab.record import STEP, Record
from amba.lab.stats import wilson
from amba.lab.store import Run
from amba.lab.summary import bid_words, games_of, named, number, percent, summary

MANY = 18
"""Lines of a table before the rest is folded away."""


class ReportPage:
    """What the sections share."""

    def __init__(self, run: Run, game: Game) -> None:
        self.run = run
        self.game = game
        self.header = run.header
        self.records: list[Record] = run.records()
        self.figures = summary(run, game)
        self.board = game.board(self.header["scenario"])
        self.titles = {side["key"]: side["title"] for side in self.figures["sides"]}
        self.tones = {side: f"s{number}" for number, side in enumerate(game.sides)} | {"": "draw"}

    @property
    def count(self) -> int:
        return len(self.records)

    def title_of_scenario(self) -> str:
        return next(scenario.title for scenario in self.game.scenarios() if scenario.key == self.header["scenario"])


def report_html(run: Run, game: Game) -> str:
    page = ReportPage(run, game)
    sections = [winners, over_time, length, losses, places, rules, provenance, again] if page.count else [again]
    body = "".join(section(page) for section in sections)
    css = files("amba.lab").joinpath("report.css").read_text(encoding="utf-8")
    title = escape(f"{game.title}: {page.title_of_scenario()}, {games_of(page.count)}")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{css}{colours(page)}</style></head>\n<body><main>{head(page)}{body}"
        f"<footer>Written by amba {__version__}. Intervals hold 95 times in 100.</footer></main></body></html>\n"
    )


def colours(page: ReportPage) -> str:
    """Each side in its own colour: the strong one on paper, the light one by lamp."""
    look = [page.board["look"]["sides"][side] for side in page.game.sides]
    light = "".join(f"--s{i}:{style['accent']};--on{i}:#fff;" for i, style in enumerate(look))
    dark = "".join(f"--s{i}:{style['fill']};--on{i}:{style['ink']};" for i, style in enumerate(look))
    return f":root{{{light}}}@media (prefers-color-scheme: dark){{:root{{{dark}}}}}"


def section(title: str, lead: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2><p class='quiet'>{lead}</p>{''.join(parts)}</section>\n"


def figure(plot: str, caption: str = "") -> str:
    return f"<figure>{plot}{f'<figcaption>{caption}</figcaption>' if caption else ''}</figure>"


def head(page: ReportPage) -> str:
    bots = [f"{page.titles[side]}: {bot}" for side, bot in zip(page.game.sides, page.header["bots"], strict=True)]
    default = {option.key: option.default for option in page.game.options()}
    chips = [f"<li>{escape(words)}</li>" for words in (*bots, games_of(page.count), f"seed {page.header['seed']}")]
    chips += [f"<li>option {escape(key)}={escape(value)}</li>" for key, value in page.header["options"].items() if default.get(key) != value]
    chips += [f'<li class="whatif">{escape(change)}</li>' for change in page.header["changes"]]
    return (
        f'<header><p class="eyebrow">Amba lab</p><h1>{escape(page.game.title)}: {escape(page.title_of_scenario())}</h1>'
        f'<p class="lead">{escape(lead(page))}</p><ul class="chips">{"".join(chips)}</ul></header>\n'
    )


def lead(page: ReportPage) -> str:
    """The run in two sentences."""
    if not page.count:
        return "No game is finished yet."
    best = max(page.figures["sides"], key=lambda side: side["wins"])
    low, high = (100 * best["share"][name] for name in ("low", "high"))
    who = named(best["title"])
    says = f"{who[0].upper()}{who[1:]} won {best['wins']} of {games_of(page.count)}; over many more it would be {low:.0f} to {high:.0f} in 100."
    if not best["wins"]:
        says = "The only game was drawn." if page.count == 1 else f"All {page.count} games were drawn."
    if page.figures["bid"] is None:
        return says
    return f"{says} {bid_words(page.figures['bid'], page.titles)}"


def winners(page: ReportPage) -> str:
    sides, draws = page.figures["sides"], page.figures["draws"]
    bar = [(side["title"], side["wins"], page.tones[side["key"]]) for side in sides]
    bar.insert(1, ("Draw", draws["games"], "draw"))
    order = {side: number for number, side in enumerate((page.game.sides[0], "", *page.game.sides[1:]))}
    levels = sorted(page.figures["levels"], key=lambda level: (order[level["winner"]], -level["games"]))
    bars = [
        Bar(level_title(page, level), wilson(level["games"], page.count), f"{level['games']}, {percent(level['share'])}", page.tones[level["winner"]])
        for level in levels
    ]
    return section(
        "Who wins, and how well", "The line in the middle is an even game. Whiskers are Wilson's intervals.",
        figure(split_bar(bar, "Share of games won")), figure(share_bars(bars, "Levels of victory")),
    )  # fmt: skip


def level_title(page: ReportPage, level: Mapping[str, Any]) -> str:
    words, side = str(level["level"]), level["winner"]
    return words if not side or side in words.lower() else f"{page.titles[side]}: {words.lower()}"


def over_time(page: ReportPage) -> str:
    score = page.game.abilities.score
    if score is None or not any(record.points for record in page.records):
        return ""
    by_turn: dict[int, list[float]] = defaultdict(list)
    for record in page.records:
        for turn, points in record.points:
            by_turn[turn].append(points)
    series = [(turn, by_turn[turn]) for turn in sorted(by_turn)]
    whose = named(page.titles[page.game.sides[score.side]])
    many = str(page.figures["unit"][1]).capitalize()
    words = "The line is the median, the dark ribbon half of the games, the light one nine in ten. Tints show what the points are worth at the end."
    plot = fan(series, worth_bands(page, score, series), f"{many} of {whose} over time", "points" if many == "Victory points" else many.lower())
    return section(f"{many} over time", f"{many} of {escape(whose)} at the end of each turn.", figure(plot, words))


def worth_bands(page: ReportPage, score: Score, series: Sequence[tuple[int, Sequence[float]]]) -> list[tuple[float, float, str, str]]:
    """Stretches of points with one winner, asked of the game itself."""
    values = [value for _, found in series for value in found]
    low, high = int(min(values)) - 40, int(max(values)) + 40
    step = 0.5 if any(value % 1 for value in values) else 1.0
    found: list[tuple[float, float, str, str]] = []
    count = int((high - low) / step)
    for place in range(count + 1):
        value = low + step * place
        winner = score.winner(page.header["scenario"], value, page.header["options"])
        key = "" if winner is None else page.game.sides[winner]
        tone, words = page.tones[key], page.titles.get(key, "draw")
        if found and found[-1][2] == tone:
            found[-1] = (found[-1][0], value + step / 2, tone, words)
        else:
            found.append((value - step / 2, value + step / 2, tone, words))
    return found


def length(page: ReportPage) -> str:
    decisions = [float(record.decisions) for record in page.records]
    turns = Counter(record.turns for record in page.records)
    said = ", ".join(f"{count} ended {f'in turn {turn}' if turn else 'before the first turn'}" for turn, count in sorted(turns.items()))
    return section(
        "How long it takes", "Choices of the two sides in a game; dice do not count.",
        figure(columns(decisions, "Decisions in a game", "decisions"), escape(f"{said}. {number(page.figures['decisions']['mean']['value'])} decisions on average.")),
    )  # fmt: skip


def losses(page: ReportPage) -> str:
    """Each side's units by how often they were lost."""
    lost: Counter[str] = Counter()
    steps: Counter[str] = Counter()
    for record in page.records:
        lost.update({loss.unit for loss in record.losses if loss.what != STEP})
        steps.update(loss.unit for loss in record.losses if loss.what == STEP)
    pieces = {piece["key"]: piece for piece in page.board["pieces"]}
    tables = []
    for side in page.game.sides:
        units = [key for key in {*lost, *steps} if pieces.get(key, {}).get("side") == side]
        units.sort(key=lambda key: (-lost[key], -steps[key], key))
        rows = [loss_row(pieces[key]["title"], lost[key] / page.count, steps[key] / page.count if steps else None, page.tones[side]) for key in units]
        tables.append(f"<div>{table(page.titles[side], ('unit', 'lost', '', 'steps') if steps else ('unit', 'lost', ''), rows)}</div>")
    return section(
        "Losses by unit",
        f"How often a unit was eliminated or captured, in 100 games{', and how many steps it lost in a game' if steps else ''}.",
        f'<div class="two">{"".join(tables)}</div>',
    )


def loss_row(title: str, lost: float, steps: float | None, tone: str) -> str:
    last = "" if steps is None else f'<td class="n">{steps:.2f}</td>'
    meter = f'<span class="meter"><i class="{tone}" style="width:{min(100 * lost, 100):.0f}%"></i></span>'
    return f'<tr><td>{escape(title)}</td><td class="n">{100 * lost:.0f}</td><td>{meter}</td>{last}</tr>'


def table(caption: str, columns_: Sequence[str], rows: Sequence[str]) -> str:
    """A table whose tail is folded away."""
    right = {"lost", "steps", "a game", "games"}
    heads = "".join(f"<th{' class=n' if name in right else ''}>{escape(name)}</th>" for name in columns_)
    whole = f"<table><caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead><tbody>{''.join(rows[:MANY])}</tbody></table>"
    if len(rows) <= MANY:
        return whole
    return whole + f"<details><summary>{len(rows) - MANY} more</summary><table><tbody>{''.join(rows[MANY:])}</tbody></table></details>"


def places(page: ReportPage) -> str:
    found = counted(page.records)
    switch = "".join(
        f'<label><input type="radio" name="heat" id="{name}"{" checked" if name == "fights" else ""}>{words}</label>'
        for name, words in (("fights", "Fights"), ("losses", "Losses"))
    )
    scales = "".join(scale(name, counts, page.count, place_titles(page.board)) for name, counts in found.items())
    return section(
        "Where it happens", "Every hex by what happened there; point at one to read it.",
        f'<fieldset class="switch">{switch}</fieldset><div class="map">{heat_map(page.board, page.records)}</div>{scales}',
    )  # fmt: skip


def rules(page: ReportPage) -> str:
    """How often each paragraph made something happen, and which never did."""
    total: Counter[str] = Counter()
    in_games: Counter[str] = Counter()
    for record in page.records:
        total.update(record.rules)
        in_games.update(record.rules.keys())
    most = max(total.values(), default=1)
    book = page.game.rulebook
    rows = []
    for rule, count in total.most_common():
        meter = f'<span class="meter"><i style="width:{100 * (count / most) ** 0.5:.0f}%"></i></span>'
        title = escape(book[rule].title if rule in book else "")
        rows.append(
            f'<tr><td class="num">{escape(rule)}</td><td>{title}</td><td class="n">{count / page.count:.3g}</td><td>{meter}</td>'
            f'<td class="n">{100 * in_games[rule] / page.count:.0f}%</td></tr>'
        )
    cited = set(book.code) - set(total)
    quiet = [f'<li><span class="num">{escape(rule)}</span> {escape(book[rule].title)}</li>' for rule in book.rules if rule in cited]
    never = f"<details><summary>{len(quiet)} paragraphs with code of their own made nothing happen by themselves</summary><ul>{''.join(quiet)}</ul></details>"
    return section(
        "Which rules fired", "In how many entries of a game's log a rule made something happen. Bars grow with the square root, so that rare rules can be seen.",
        table("", ("rule", "", "a game", "", "games"), rows), never if quiet else "",
    )  # fmt: skip


def provenance(page: ReportPage) -> str:
    """What of all this rests on our own reconstruction."""
    changed = {change.partition("=")[0] for change in page.header["changes"]}
    rows = []
    for found in sorted(page.game.provenance(), key=lambda one: "reconstruction" not in one.source):
        seal = "seal" if "reconstruction" in found.source else "seal other"
        words = found.file.rpartition(".")[0].replace("/", ".")
        mark = " <b>(changed here)</b>" if any(change.startswith(f"{words}.") for change in changed) else ""
        rows.append(
            f'<tr><td style="white-space:nowrap"><span class="{seal}"></span>{escape(found.file)}{mark}</td>'
            f'<td>{escape(found.source)}</td><td class="quiet">{escape(found.note)}</td></tr>'
        )
    return section(
        "What is reconstructed", "Files marked with a diamond hold values of our own, because the printed ones are unknown to us: a figure above may say more about them than about the game.",
        table("", ("file", "source", "note"), rows),
    )  # fmt: skip


def again(page: ReportPage) -> str:
    header = page.header
    words = [
        "amba",
        "lab",
        "run",
        header["game"],
        "--scenario",
        header["scenario"],
        "--bots",
        ",".join(header["bots"]),
        "--games",
        str(page.count),
        "--seed",
        header["seed"],
    ]
    default = {option.key: option.default for option in page.game.options()}
    words += flags("--option", [f"{key}={value}" for key, value in header["options"].items() if default.get(key) != value])
    words += flags("--set", header["changes"])
    if header["data_folder"]:
        words += ["--data", header["data_folder"]]
    return section(
        "The same again", "The same command gives the same games, on any machine and any number of processes.",
        f"<pre>{escape(shlex.join(words))}</pre><p class='quiet'>rules version {escape(header['version'])}, data <code>{escape(header['data'][:16])}</code>, code <code>{escape(header['code'])}</code></p>",
    )  # fmt: skip


def flags(name: str, values: Iterable[str]) -> list[str]:
    return [word for value in values for word in (name, value)]
