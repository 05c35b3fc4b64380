"""What is counted, for /metrics: plain numbers on the way, put into Prometheus' words when somebody asks."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any, NamedTuple

from hoofspiel.figures import Figure, Times
from hoofspiel.live.host import Host

EDGES_MS = (1, 2, 5, 10, 20, 50, 100, 250, 1000)
Source = Callable[[], Iterable[Figure]]


class Queues(NamedTuple):
    """What waits to be written to sockets."""

    lines: int
    """sockets that are full at the moment"""
    frames: int


@dataclass
class Metrics:
    """Counters of one process, and whatever else can say something in figures."""

    frames: int = 0
    refused: Counter[str] = field(default_factory=lambda: Counter(bad_message=0))
    answers: Counter[int] = field(default_factory=lambda: Counter({200: 0, 503: 0}))
    sockets: int = 0
    cut: int = 0
    painted: int = 0
    painted_ms: float = 0.0
    took: Times = field(default_factory=lambda: Times(EDGES_MS))
    """milliseconds from the arrival of a request until its room was done with it"""
    lag: Times = field(default_factory=Times)
    """how late the event loop comes to what is due"""
    leases_held: Callable[[], int] | None = None
    """how many tables this process owns; None where nobody shares them, so that it owns all it runs"""
    lease_takeovers: int = 0
    """tables taken over from a process that did not renew its lease"""
    sources: list[Source] = field(default_factory=list)

    def note_painted(self, ms: float) -> None:
        """How long a screen needed for a step of a timed game."""
        self.painted += 1
        self.painted_ms += ms

    def figures(self, host: Host, queues: Queues, *, draining: bool) -> Iterator[Figure]:
        """Everything at this moment."""
        rooms = host.rooms.values()
        waiting = [room.mail.waiting for room in rooms]
        held = len(rooms) if self.leases_held is None else self.leases_held()
        yield Figure("info", "gauge", "this program", 1, {"version": _version(), "worker": host.worker})
        yield Figure("draining", "gauge", "1 while no new tables are taken", int(draining))
        yield Figure("rooms", "gauge", "tables this process has open", len(rooms))
        yield Figure("leases_held", "gauge", "tables this process owns", held)
        yield Figure("lease_takeovers", "counter", "tables taken over from another process", self.lease_takeovers)
        yield Figure("mailbox_letters", "gauge", "letters that wait in all mailboxes", sum(waiting))
        yield Figure("mailbox_longest", "gauge", "letters that wait in the fullest mailbox", max(waiting, default=0))
        yield Figure("sockets", "gauge", "open WebSockets", self.sockets)
        yield Figure("sockets_full", "gauge", "WebSockets that do not read as fast as they are told", queues.lines)
        yield Figure("sockets_queued", "gauge", "messages that wait for them", queues.frames)
        yield Figure("frames", "counter", "messages from clients", self.frames)
        yield Figure("cut", "counter", "sockets closed because they did not read", self.cut)
        yield Figure("painted", "counter", "steps of timed games shown on screens", self.painted)
        yield Figure("painted_ms", "counter", "how long they needed for them", round(self.painted_ms))
        for status, count in sorted(self.answers.items()):
            yield Figure("http", "counter", "HTTP answers by status", count, {"status": str(status)})
        for code, count in sorted(self.refused.items()):
            yield Figure("refused", "counter", "messages that were refused unread", count, {"code": code})
        yield Figure("request_ms", "times", "how long table requests take", self.took)
        yield Figure("loop_lag_seconds", "times", "how late the event loop is", self.lag)
        for source in self.sources:
            yield from source()


def _version() -> str:
    try:
        return metadata.version("hoofspiel")
    except metadata.PackageNotFoundError:
        return "checkout"


class Exposition(NamedTuple):
    """What Prometheus reads."""

    text: str
    kind: str


def expose(figures: Iterable[Figure]) -> Exposition:
    """In the form Prometheus reads, with what the system says of this process."""
    import prometheus_client as prometheus  # here, because only whoever scrapes needs it
    from prometheus_client import core

    class Collector:
        def collect(self) -> Iterator[Any]:
            yield from _families(figures, core)

    kept = prometheus.CollectorRegistry()
    for source in (Collector(), prometheus.PROCESS_COLLECTOR, prometheus.GC_COLLECTOR):
        kept.register(source)
    return Exposition(prometheus.generate_latest(kept).decode(), prometheus.CONTENT_TYPE_LATEST)


def _families(figures: Iterable[Figure], core: Any) -> Iterator[Any]:
    families: dict[str, Any] = {}
    for name, kind, what, value, labels in figures:
        full = f"hoofspiel_{name}"
        if full not in families:
            makes = {"gauge": "GaugeMetricFamily", "counter": "CounterMetricFamily", "times": "HistogramMetricFamily"}
            families[full] = getattr(core, makes[kind])(full, what, labels=list(labels))
        where = list(labels.values())
        if isinstance(value, Times):
            families[full].add_metric(where, value.buckets(), value.sum)
        else:
            families[full].add_metric(where, value)
    yield from families.values()
