"""Tables without a server: the same rooms, behind one door that wants neither sockets, files nor processes."""

from .door import Door, Line

__all__ = ["Door", "Line"]
