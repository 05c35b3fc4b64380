"""The contract every game meets, and tools for any game that meets it.

Nothing here reads a clock, a socket or a global random number, and nothing here knows the name of a game.
"""
