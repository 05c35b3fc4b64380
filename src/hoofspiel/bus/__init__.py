"""What server processes tell each other: small messages that may be lost. It is trusted with what readers may see."""
