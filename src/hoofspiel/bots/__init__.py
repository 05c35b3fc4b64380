"""Players for any game. A bot is handed a guess that fits what its seat knows, never the position itself."""
