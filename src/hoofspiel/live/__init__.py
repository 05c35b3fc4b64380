"""One live match: the room that alone writes it, its clock, seats, bots, and what each reader is told."""
