"""The game as commands, events and a state folded from them. Pure: time arrives as a value in each command."""
