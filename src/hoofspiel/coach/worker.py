"""A process in which matches are reviewed: one match and seat a line on its input, a line for every part found.

The last line of an answer holds the whole review, or says why there is none. Such a process yields to everything else
on its machine, bots that think for people at a table above all.
"""

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from hoofspiel.bots.worker import bound_memory
from hoofspiel.coach.reviewing import parts
from hoofspiel.kernel.words import BadMatch

NICE = 15
"""behind the bots, which people at a table wait for"""


def answers(question: dict[str, Any]) -> Iterator[bytes]:
    try:
        for part in parts(question["record"], question["seat"]):
            yield msgspec.json.encode(part)
    except BadMatch as error:
        yield json.dumps({"error": str(error)}).encode()
    except Exception as error:  # the server hears of it and says that there is no review
        yield json.dumps({"error": f"{type(error).__name__}: {error}"}).encode()


def main() -> None:
    bound_memory(int(sys.argv[1]) if len(sys.argv) > 1 else 4096)
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(NICE)
    for line in sys.stdin:
        for told in answers(json.loads(line)):
            sys.stdout.buffer.write(told + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
