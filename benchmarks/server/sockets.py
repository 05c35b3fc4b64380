"""How many sockets one process carries: tables of four at a given rate of moves, and every connection that is lost.

    python -m benchmarks.server.sockets [--tables 2000] [--rate 1000] [--seconds 60] [--memory 512]

One server on SQLite, the load on the other core. Fails if a connection was dropped, if the server could not keep to the
rate, or if it had more memory than --memory MB in the end.
"""

import argparse
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.server.compare import Side, Work, load_on, our_server

MOST_KB = 30.0
"""a connection, the aim"""
KEPT = 0.95
"""of the rate that was asked for"""


def faults(told: dict[str, Any], rate: float, memory: float) -> list[str]:
    """What was not reached."""
    found = [f"{count} connections were dropped: {why}" for why, count in told["dropped"].items()]
    if told["moves_per_second"] < rate * KEPT:
        found.append(f"{told['moves_per_second']} moves a second, of {rate:g} that were asked for")
    if told["kilobytes_per_connection"] > MOST_KB:
        found.append(f"{told['kilobytes_per_connection']} KB a connection, the aim is {MOST_KB:g}")
    if memory and told["server_mb"] > memory:
        found.append(f"the server has {told['server_mb']} MB, and may have {memory:g}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=1000, help="moves a second, over all tables")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--memory", type=float, default=0, help="MB that the server may have; 0: as much as it likes")
    parser.add_argument("--game", default="goats")
    asked = parser.parse_args()
    side = Side()
    with TemporaryDirectory() as folder, our_server(side, Path(folder)) as (port, pid):
        told = load_on(side, port, pid, Work(asked.tables, asked.seconds), asked.rate, asked.game)
    print(json.dumps(told))
    found = faults(told, asked.rate, asked.memory)
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
