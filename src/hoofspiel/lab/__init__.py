"""Games measured in bulk: how often each seat wins, how long a match takes."""
