"""Hoofspiel: five table games, from rulebook to table."""
