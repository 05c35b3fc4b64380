"""Tables without a server: the same rooms, behind one door that wants neither sockets, files nor processes."""

from .door import Door, Line
from .kept import KeptStore
from .post import Post

__all__ = ["Door", "KeptStore", "Line", "Post"]
