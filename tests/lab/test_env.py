"""The learning environment: PettingZoo's own tests over every game, and our laws about what it shows."""

from __future__ import annotations

import importlib.util
import pickle
from collections.abc import Callable
from copy import deepcopy
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from amba.core.decision import CHANCE
from amba.core.game import Game, worded
from amba.core.session import Session
from amba.lab.env import env, raw_env
from amba.lab.fuzz import seeded_session
from amba.lab.observe import PIECE, PLACE, printed_number
from amba.lab.spelling import END, Alphabet, WordChoices
from amba.load.registry import keys, open_game

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "learner.py"
every_game = pytest.mark.parametrize("key", keys())

# What PettingZoo only advises: it warns of the masks in its own games too, and our sides have names instead of numbers.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # a side that does not decide, and the end of the game
]


@every_game
def test_pettingzoo_api(key: str) -> None:
    api_test(env(key), num_cycles=60)


@every_game
def test_pettingzoo_seeds(key: str) -> None:
    seed_test(lambda: env(key), num_cycles=20)


def moments(game: Game, count: int) -> list[Session]:
    """Moments of random play at which a side decides, well into the game."""
    scenario = min(game.scenarios(), key=lambda found: found.turns).key
    session = seeded_session(game, scenario, {}, "spelling")
    rng = Random(11)
    found: list[Session] = []
    while (decision := session.decision) is not None and len(found) < count:
        if len(session.done) % 7 == 0:
            part = Session.__new__(Session)
            part.game, part.state = game, session.state.copy()
            found.append(part)
        session.act(decision.who, session.menu.pick(rng))
    return found


@every_game
def test_exactly_the_legal_actions_can_be_spelled(key: str) -> None:
    """Every legal action, and nothing else, is a way through the masks."""
    game = open_game(key)
    alphabet = Alphabet(game)

    def spelled(word_choices: WordChoices, said: tuple[str, ...]) -> set[tuple[str, ...]]:
        found = word_choices.after(said)
        assert found.words or found.is_order, f"{said} leads nowhere"
        whole = {said} if END in found.words or (found.is_order and not found.words) else set()
        for word in found.words:
            assert word in alphabet.index
            if word != END:
                whole |= spelled(word_choices, (*said, word))
        return whole

    for moment in islice(moments(game, 12), 12):
        menu = worded(game, game.legal(moment.state))
        assert spelled(WordChoices(game, moment.state), ()) == set(menu)


@every_game
def test_what_is_observed_follows_from_the_view_alone(key: str) -> None:
    """Law 6: positions a side cannot tell apart give it the same arrays and the same mask."""
    made = raw_env(key, min(open_game(key).scenarios(), key=lambda found: found.turns).key)
    rng = Random(3)
    made.reset(seed=5)
    for _ in range(60):
        if not made.agents or any(made.terminations.values()):
            break
        mine = made.observe(made.agent_selection)
        side = made.game.sides.index(made.agent_selection)
        true, said = made.state_now, made.said
        made.state_now, made.seen = made.game.imagine(true, side, rng), {}
        made.word_choices = WordChoices(made.game, made.state_now)
        made.next = made.word_choices.after(said)
        other = made.observe(made.agent_selection)
        for name in mine:
            assert np.array_equal(mine[name], other[name]), name
        made.state_now, made.seen = true, {}
        made.word_choices = WordChoices(made.game, true)
        made.next = made.word_choices.after(said)
        assert made.observation_space(made.agent_selection).contains(mine)
        made.step(int(rng.choice(list(np.flatnonzero(mine["action_mask"])))))


def whole_game(seed: int, **given: object) -> tuple[raw_env, list[float]]:
    made = raw_env("cheren", "agordat", **given)  # type: ignore[arg-type]  # options of the environment
    made.reset(seed=seed)
    rng = np.random.default_rng(seed)
    totals = dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter():
        observation, reward, over, cut, _ = made.last()
        totals[agent] += reward
        made.step(None if over or cut else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return made, list(totals.values())


def test_the_reward_is_the_result_and_sums_to_nothing() -> None:
    made, totals = whole_game(4)
    result = made.game.result(made.state_now)
    assert result is not None
    assert sum(totals) == 0
    assert result.winner is not None
    assert totals[result.winner] == 1


def test_dice_follow_from_the_seed() -> None:
    assert whole_game(4)[0].state_now.key() == whole_game(4)[0].state_now.key()
    assert whole_game(4)[0].state_now.key() != whole_game(5)[0].state_now.key()


def test_a_long_game_can_be_cut() -> None:
    made, totals = whole_game(4, most=10)
    assert made.orders == 10
    assert totals == [0, 0]


def test_the_half_spelled_order_is_seen_only_by_its_side() -> None:
    made = raw_env("cheren", "agordat")
    made.reset(seed=1)
    while not made.said:
        made.step(int(np.flatnonzero(made.observe(made.agent_selection)["action_mask"])[-1]))
    other = next(agent for agent in made.agents if agent != made.agent_selection)
    mine, theirs = (made.observer.unpack(made.observe(agent)["observation"])["order"] for agent in (made.agent_selection, other))
    assert (mine >= 0).any()
    assert (theirs == -1).all()
    assert not made.observe(other)["action_mask"].any()


def test_an_order_that_is_masked_is_refused() -> None:
    made = raw_env("cheren", "agordat")
    made.reset(seed=1)
    with pytest.raises(ValueError, match="begins no legal order"):
        made.step(int(np.flatnonzero(made.observe(made.agent_selection)["action_mask"] == 0)[0]))


def legal_word(made: raw_env, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(made.mask())))


@pytest.mark.parametrize("how", [deepcopy, lambda made: pickle.loads(pickle.dumps(made))])
@every_game
def test_a_copy_goes_on_as_the_original_would(key: str, how: Callable[[raw_env], raw_env]) -> None:
    made = raw_env(key)
    made.reset(seed=9)
    rng = np.random.default_rng(1)
    for _ in range(31):
        made.step(legal_word(made, rng))
    twin = how(made)
    kept = made.state_now.key()
    words = [np.random.default_rng(2), np.random.default_rng(2)]
    for _ in range(25):
        twin.step(legal_word(twin, words[0]))
    assert made.state_now.key() == kept, "the original has not moved"
    for _ in range(25):
        made.step(legal_word(made, words[1]))
    assert twin.state_now.key() == made.state_now.key()
    assert all(np.array_equal(mine, twins) for mine, twins in zip(made.last()[0].values(), twin.last()[0].values(), strict=True))


@pytest.mark.parametrize(("key", "scenario"), [(key, one.key) for key in keys() for one in open_game(key).scenarios()])
def test_every_scenario_can_be_learned(key: str, scenario: str) -> None:
    """From its first question: each word there is has a number, and values, copies, score and ground are as they should be."""
    made = raw_env(key, scenario)
    made.reset(seed=4)
    rng = np.random.default_rng(4)
    for _ in range(30):
        made.step(legal_word(made, rng))
    agent = made.agent_selection
    assert made.observation_space(agent).contains(made.observe(agent))
    twin = pickle.loads(pickle.dumps(made))
    assert twin.state_now.key() == made.state_now.key()
    assert np.array_equal(twin.mask(), made.mask())
    assert "score" in made.infos[agent]
    goods = {word for word in made.alphabet.words if word.endswith("+aa")}
    assert key != "hollow" or goods, "vehicles with machine guns on the roof can be bought"


def test_the_wrapped_environment_can_be_pickled() -> None:
    made = env("cheren", "agordat")
    made.reset(seed=1)
    made.step(legal_word(made.unwrapped, np.random.default_rng(1)))
    assert np.array_equal(pickle.loads(pickle.dumps(made)).last()[0]["observation"], made.last()[0]["observation"])


@every_game
def test_values_are_between_minus_1_and_1_and_say_what_the_ground_is(key: str) -> None:
    made = raw_env(key)
    made.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(40):
        made.step(legal_word(made, rng))
        for agent in made.possible_agents:
            seen = made.observe(agent)["observation"]
            assert seen.min() >= -1
            assert seen.max() <= 1
    assert made.state_space.contains(made.state())
    parts = made.observer.unpack(made.observe(made.agent_selection)["observation"])
    hexes = [made.game.names.place[one["id"]] for one in made.game.board(made.scenario)["hexes"]]
    assert (parts["places"][hexes, len(PLACE) :].sum(axis=1) >= 1).all(), "every hex has a terrain"
    assert parts["pieces"][:, PIECE.index("left")].any(), "what is printed on counters"


def test_what_is_printed_is_read_as_a_number() -> None:
    assert [printed_number(text) for text in ("8", "(3)", "+2", "-1", "1½", "½", "", "X")] == [8, 3, 2, -1, 1.5, 0.5, 0, 0]


def test_the_weather_of_hollow_legions_is_seen() -> None:
    made = raw_env("hollow", "cub-cub")
    assert {f"air.{what}" for what in ("wind", "wind_from", "dust", "rain", "sun", "haze", "mist", "ground", "night", "visibility", "month")} <= set(
        made.observer.tracks
    )
    made.reset(seed=1)
    month = made.observer.tracks.index("air.month")
    assert made.observer.unpack(made.observe(made.agent_selection)["observation"])["tracks"][month] == pytest.approx(2 / 12)


def test_the_name_changes_with_the_words_and_the_columns() -> None:
    made = raw_env("cheren", "agordat")
    assert made.metadata["name"] == f"amba_cheren_agordat_v1_{made.fingerprint()}"
    kept = made.fingerprint()
    made.alphabet.words.append("something new")
    assert made.fingerprint() != kept
    made.alphabet.words.pop()


@every_game
def test_the_score_follows_from_what_a_side_sees(key: str) -> None:
    made = raw_env(key)
    made.reset(seed=6)
    rng, mind = np.random.default_rng(6), Random(6)
    for _ in range(12):
        for _ in range(6):
            made.step(legal_word(made, rng))
        score = made.game.abilities.score
        assert score is not None
        for side, agent in enumerate(made.possible_agents):
            told = score.points(made.game.imagine(made.state_now, side, mind))
            assert abs(made.infos[agent]["score"]) == abs(told)


def test_it_can_be_drawn() -> None:
    made = raw_env("cheren", "agordat", render_mode="svg")
    made.reset(seed=1)
    assert str(made.render()).startswith("<svg")


def test_chance_is_never_asked_of_an_agent() -> None:
    made = raw_env("cheren", "agordat")
    made.reset(seed=2)
    rng = np.random.default_rng(2)
    for _ in range(40):
        decision = made.game.decision(made.state_now)
        assert decision is not None
        assert decision.who != CHANCE
        made.step(int(rng.choice(np.flatnonzero(made.mask()))))


def test_the_example_in_the_docs_learns() -> None:
    """In short: three rounds of nine games already make more points than any word."""
    spec = importlib.util.spec_from_file_location("learner", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = module.main(["--rounds", "3", "--tries", "9", "--games", "1", "--judge", "4"])
    wins, points = zip(found["before"], found["after"], strict=True)
    assert points[1].value > points[0].value
    assert all(0 <= share.low <= share.value <= share.high <= 1 for share in wins)
