"""Where time goes, for OpenTelemetry: how long requests and bots take, and nothing of what was asked or answered."""

import logging
import time
from collections.abc import Mapping
from typing import Any, Protocol

from .logs import REQUEST
from .settings import BadSetting

log = logging.getLogger("hoofspiel.traces")


class Traces(Protocol):
    """Somewhere to tell what took how long."""

    def tell(self, what: str, seconds: float, about: Mapping[str, str | int]) -> None:
        """Something that has just ended took so long."""

    def stop(self) -> None: ...


class NoTraces:
    """Nobody wants to know."""

    def tell(self, what: str, seconds: float, about: Mapping[str, str | int]) -> None: ...

    def stop(self) -> None: ...


class OpenTelemetry:
    """Spans to a collector, by OTLP over HTTP, in batches and from a thread of their own."""

    def __init__(self, address: str) -> None:
        try:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
        except ImportError:
            raise BadSetting("traces need more: pip install 'hoofspiel[traces]'") from None
        exporter = OTLPSpanExporter(endpoint=f"{address.rstrip('/')}/v1/traces")
        self._provider: Any = TracerProvider(resource=Resource.create({"service.name": "hoofspiel"}))
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer: Any = self._provider.get_tracer("hoofspiel")

    def tell(self, what: str, seconds: float, about: Mapping[str, str | int]) -> None:
        """Told in hindsight: a room drives its coroutines by hand, so no span can be current in it."""
        now = time.time_ns()
        facts = dict(about) | ({"hoofspiel.request": REQUEST.get()} if REQUEST.get() else {})
        span = self._tracer.start_span(what, start_time=now - round(seconds * 1e9), attributes=facts)
        span.end(end_time=now)

    def stop(self) -> None:
        self._provider.shutdown()


def traces_for(address: str) -> Traces:
    return OpenTelemetry(address) if address else NoTraces()
