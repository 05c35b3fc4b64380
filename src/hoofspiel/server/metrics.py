"""What is counted, for /metrics."""

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

from hoofspiel.live.bench import Bench
from hoofspiel.live.host import Host

EDGES_MS = (1, 2, 5, 10, 20, 50, 100, 250, 1000)


@dataclass
class Metrics:
    """Counters of one process."""

    frames: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)
    sockets: int = 0
    cut: int = 0
    painted: int = 0
    painted_ms: float = 0.0
    took: list[int] = field(default_factory=lambda: [0] * (len(EDGES_MS) + 1))
    took_sum: int = 0
    took_count: int = 0

    def note_time(self, ms: int) -> None:
        """How long a request took from its arrival until its room was done with it."""
        self.took_sum += ms
        self.took_count += 1
        self.took[bisect_left(EDGES_MS, ms)] += 1

    def note_painted(self, ms: float) -> None:
        """How long a screen needed for a step of a timed game."""
        self.painted += 1
        self.painted_ms += ms

    def text(self, host: Host, bench: Bench) -> str:
        """In the form Prometheus reads."""
        moves = sum(room.v for room in host.rooms.values())
        lines = [
            *_metric("hoofspiel_rooms", "gauge", "tables this process runs", len(host.rooms)),
            *_metric("hoofspiel_sockets", "gauge", "open WebSockets", self.sockets),
            *_metric("hoofspiel_moves_in_rooms", "gauge", "moves of the matches in open rooms", moves),
            *_metric("hoofspiel_frames_total", "counter", "messages from clients", self.frames),
            *_metric("hoofspiel_cut_total", "counter", "sockets closed because they did not read", self.cut),
            *_metric("hoofspiel_bots_asked_total", "counter", "questions put to bots", bench.asked),
            *_metric("hoofspiel_bots_quick_total", "counter", "answered by a quick bot", bench.quick),
            *_metric("hoofspiel_bots_stuck_total", "counter", "bot workers that were replaced", bench.stuck),
            *_metric("hoofspiel_painted_total", "counter", "steps of timed games shown on screens", self.painted),
            *_metric("hoofspiel_painted_ms_total", "counter", "how long they needed for them", round(self.painted_ms)),
            "# HELP hoofspiel_http_total HTTP answers by status",
            "# TYPE hoofspiel_http_total counter",
            *(f'hoofspiel_http_total{{status="{status}"}} {n}' for status, n in sorted(self.answers.items())),
            "# HELP hoofspiel_request_ms how long table requests take",
            "# TYPE hoofspiel_request_ms histogram",
            *(
                f'hoofspiel_request_ms_bucket{{le="{edge}"}} {sum(self.took[: at + 1])}'
                for at, edge in enumerate(EDGES_MS)
            ),
            f'hoofspiel_request_ms_bucket{{le="+Inf"}} {self.took_count}',
            f"hoofspiel_request_ms_sum {self.took_sum}",
            f"hoofspiel_request_ms_count {self.took_count}",
        ]
        return "\n".join(lines) + "\n"


def _metric(name: str, kind: str, what: str, value: int) -> list[str]:
    return [f"# HELP {name} {what}", f"# TYPE {name} {kind}", f"{name} {value}"]
