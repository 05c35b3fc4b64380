"""The process that makes reviews, but without the compiler: coarse and at once, for tests of all that is around it."""

from hoofspiel.coach import worker
from hoofspiel.kernel import bind

if __name__ == "__main__":
    bind.available = lambda: False
    worker.main()
