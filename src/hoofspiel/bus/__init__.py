"""What server processes tell each other. Never a secret: the bus says that something changed, the store says what."""
