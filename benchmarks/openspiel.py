"""OpenSpiel's goofspiel, the nearest relative of a sealed-bid game, measured as `hoofspiel bench` measures ours.

Run by `make bench` with OpenSpiel's own interpreter; prints one JSON object a line.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version
from random import Random

import pyspiel

from hoofspiel.lab.pace import FROM_PYTHON, PLAYOUTS, SEARCH, Pace, pin_to_one_core, rate

SEATS, CARDS = 4, 10
NAME = f"goofspiel(num_cards={CARDS},players={SEATS})"
CHOICES = SEATS * (CARDS - 1)
"""In one match: OpenSpiel plays the last card of each hand by itself."""
BATCH = 200


def from_python() -> Callable[[], int]:
    """The loop of OpenSpiel's own examples: chance by its weights; ask for the legal actions, pick one, apply."""
    game = pyspiel.load_game(NAME)
    generator = Random(7)
    chance, weighted = generator.random, generator.choices

    def match() -> int:
        state = game.new_initial_state()
        made = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(weighted([a for a, _ in outcomes], [p for _, p in outcomes])[0])
            else:
                actions = []
                for seat in range(SEATS):
                    legal = state.legal_actions(seat)
                    actions.append(legal[int(chance() * len(legal))])
                    made += 1
                state.apply_actions(actions)
        state.returns()
        return made

    return match


def rollouts() -> Callable[[], int]:
    """A search of one simulation that looks at its root by random rollouts, all inside C++."""
    game = pyspiel.load_game_as_turn_based(NAME)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(BATCH, 3), 1.0, 1, 50, False, 3, False)  # noqa: FBT003
    root = game.new_initial_state()
    while root.is_chance_node():
        root.apply_action(root.chance_outcomes()[0][0])

    def work() -> int:
        bot.mcts_search(root)
        return BATCH * CHOICES

    return work


def random_bots() -> Callable[[], int]:
    """Whole matches between OpenSpiel's uniform random bots, all inside C++."""
    game = pyspiel.load_game(NAME)
    bots = [pyspiel.make_uniform_random_bot(seat, 11 + seat) for seat in range(SEATS)]
    seed = 0

    def work() -> int:
        nonlocal seed
        for _ in range(20):
            seed += 1
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return 20 * CHOICES

    return work


def search() -> Callable[[], int]:
    """Information-set search inside C++, on the trick game nearest to ours, at its first question."""
    state = pyspiel.load_game(f"oh_hell(players={SEATS},num_tricks_fixed=10)").new_initial_state()
    chance = Random(7).random
    while state.is_chance_node() or len(state.legal_actions()) < 3:
        actions = state.legal_actions()
        state.apply_action(actions[int(chance() * len(actions))])
    bot = pyspiel.ISMCTSBot(5, pyspiel.RandomRolloutEvaluator(1, 3), 2.0, 1000)

    def think() -> int:
        bot.step_with_policy(state)
        return 1000

    return think


def main() -> None:
    pin_to_one_core()
    who = f"OpenSpiel {version('open_spiel')}"
    for game, kind, how, way in (
        ("goofspiel", PLAYOUTS, "C++ rollouts", rollouts),
        ("goofspiel", PLAYOUTS, "C++ bots", random_bots),
        ("goofspiel", FROM_PYTHON, "Python loop", from_python),
        ("oh_hell", SEARCH, "C++ ISMCTS", search),
    ):
        print(
            json.dumps(asdict(Pace(who, game, SEATS, kind, how, *rate(way(), runs=int(sys.argv[1]))))),
            flush=True,
        )


if __name__ == "__main__":
    main()
