"""The games: one folder each. Nothing imports them by name; kernel.catalog finds them."""
