"""Check a record: every move legal, every card by the secret that was promised before the match, or by its seed.

  hoofspiel verify FILE
  hoofspiel verify http://127.0.0.1:8000/t/ID

Says what was checked; the exit code is 1 when something does not fit.
"""

import argparse

from hoofspiel.cli.wishes import record_at
from hoofspiel.kernel.language import said
from hoofspiel.kernel.match import Match
from hoofspiel.kernel.races import unfair_races
from hoofspiel.kernel.record import is_secret
from hoofspiel.kernel.secrets import commitment
from hoofspiel.kernel.words import Refused


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a file, or the address of a finished match")
    parser.add_argument("--commitment", metavar="HASH", help="what the table showed before the first move")


def run(asked: argparse.Namespace) -> int:
    record = record_at(asked.record)
    faults = []
    promised = asked.commitment or record.get("commitment")
    if not is_secret(record["seed"]):
        print(said(f"Chance: from the seed {record['seed']}, which nobody promised beforehand."))
    elif promised is None:
        print(said("Chance: from a secret, but the record does not say what was promised; give --commitment."))
    elif commitment(record["seed"]) == promised:
        print(said(f"Chance: from the secret whose hash was shown before the match, {promised[:16]}..."))
    else:
        faults.append("the secret is not the one that was promised before the match")
    try:
        match = Match.from_record(record)
    except Refused as error:
        match = None
        faults.append(str(error))
    if match is not None:
        source = "the secret" if is_secret(record["seed"]) else "the seed"
        chance = f"the deal in the record; what it leaves open, from {source}" if record.get("deal") else source
        print(said(f"Moves: {len(match.history)}, every one legal; every card dealt anew from {chance}."))
        unfair = unfair_races(record)
        faults += unfair
        if record.get("races") and not unfair:
            print(said(f"Races: {len(record['races'])}, every one decided by the secret."))
        told = record.get("result")
        known = told if isinstance(told, dict) else {}
        if told is not None and (known.get("points") != match.points or known.get("winners") != match.winners):
            faults.append(f"the result is {match.points}, won by {match.winners}, not what the record says")
        elif match.over:
            print(said(f"Result: {match.points}, won by {match.winners}."))
    for fault in faults:
        print(said(f"NOT RIGHT: {fault}"))
    return 1 if faults else 0
