"""OpenSpiel's nearest relatives of our games, measured as `hoofspiel bench` measures ours.

Run by `make bench` with OpenSpiel's own interpreter; prints one JSON object a line. A choice is one seat's one
decision; chance is not counted, here as with ours.
"""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib.metadata import version
from random import Random
from typing import Any

import pyspiel

from hoofspiel.lab.pace import FROM_PYTHON, PLAYOUTS, SEARCH, Pace, pin_to_one_core, rate

SEATS = 4
SEALED_BIDS = f"goofspiel(num_cards=10,players={SEATS})"
TWELVE_TRICKS = f"oh_hell(players={SEATS},num_tricks_fixed=12)"
"""As many as a round of goodge has."""
BATCH = 200
Work = Callable[[], int]


def any_of(actions: list[int], chance: Callable[[], float]) -> int:
    return actions[int(chance() * len(actions))]


def dealt(game: Any) -> Any:
    """A position in which the first seats are asked; cards are dealt at random."""
    state = game.new_initial_state()
    chance = Random(7).random
    while state.is_chance_node():
        state.apply_action(any_of(state.legal_actions(), chance))
    return state


def play_out(state: Any, chance: Callable[[], float]) -> int:
    """Ask for the legal actions, pick one, apply it; every outcome of chance is equally likely in these games."""
    made = 0
    seats = range(state.num_players())
    while not state.is_terminal():
        if state.is_simultaneous_node():
            actions = [any_of(state.legal_actions(seat), chance) for seat in seats]
            state.apply_actions(actions)
            made += len(actions)
        else:
            made += not state.is_chance_node()
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
    state.returns()
    return made


def from_python(name: str) -> Work:
    """The quickest Python loop we know."""
    game = pyspiel.load_game(name)
    chance = Random(7).random
    return lambda: play_out(game.new_initial_state(), chance)


def from_python_dealt(name: str) -> Work:
    """The same without dealing, which card games do card by card; ours deal too."""
    root = dealt(pyspiel.load_game(name))
    chance = Random(7).random
    return lambda: play_out(root.clone(), chance)


def from_python_by_weight() -> Work:
    """The loop of OpenSpiel's own examples, which ask for the odds of chance."""
    game = pyspiel.load_game(SEALED_BIDS)
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


def rollouts(name: str) -> Work:
    """A search of one simulation that looks at a position already dealt by random rollouts, all inside C++."""
    game = pyspiel.load_game_as_turn_based(name)
    root = dealt(game)
    choices = play_out(root.clone(), Random(7).random)  # all matches from here on are of one length
    evaluator = pyspiel.RandomRolloutEvaluator(BATCH, 3)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 50, False, 3, False)  # noqa: FBT003

    def work() -> int:
        bot.mcts_search(root)
        return BATCH * choices

    return work


def random_bots(name: str) -> Work:
    """Whole matches between OpenSpiel's uniform random bots, from a position already dealt, all inside C++."""
    root = dealt(pyspiel.load_game(name))
    choices = play_out(root.clone(), Random(7).random)
    bots = [pyspiel.make_uniform_random_bot(seat, 11 + seat) for seat in range(SEATS)]
    seed = 0

    def work() -> int:
        nonlocal seed
        for _ in range(20):
            seed += 1
            pyspiel.evaluate_bots(root.clone(), bots, seed)
        return 20 * choices

    return work


def search() -> Work:
    """Information-set search inside C++, on the trick game nearest to ours, at its first question.

    An iteration: hidden cards dealt again, a walk down the tree, a new node, a uniform playout to the end of the deal.
    """
    state = dealt(pyspiel.load_game(TWELVE_TRICKS))
    bot = pyspiel.ISMCTSBot(5, pyspiel.RandomRolloutEvaluator(1, 3), 2.0, 1000)

    def think() -> int:
        bot.step_with_policy(state)
        return 1000

    return think


def ways() -> Iterator[tuple[str, str, str, str, Work]]:
    """The game, ours that it stands beside, kind, how, and the work to be timed."""
    for game, name, ours in (
        ("goofspiel", SEALED_BIDS, "goats"),
        ("hearts", "hearts", "goodge"),
        ("spades", "spades", "goodge"),
    ):
        yield game, ours, PLAYOUTS, "C++ rollouts", rollouts(name)
        yield game, ours, PLAYOUTS, "C++ bots", random_bots(name)
        yield game, ours, FROM_PYTHON, "Python loop", from_python(name)
        if ours != "goats":
            yield game, ours, FROM_PYTHON, "without dealing", from_python_dealt(name)
    yield "goofspiel", "goats", FROM_PYTHON, "as its examples", from_python_by_weight()
    yield "oh_hell", "goodge", SEARCH, "C++ ISMCTS", search()


def main() -> None:
    pin_to_one_core()
    who = f"OpenSpiel {version('open_spiel')}"
    for game, ours, kind, how, work in ways():
        pace = Pace(who, game, SEATS, kind, how, *rate(work, runs=int(sys.argv[1])), beside=ours)
        print(json.dumps(asdict(pace)), flush=True)


if __name__ == "__main__":
    main()
