"""Games measured in the mass: how often which seat wins, how long a match takes."""
