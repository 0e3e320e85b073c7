"""Looking after the machine and what it keeps: copies of the log, room on the disk, power, heat, clock and stops.

Knows the store's file and the health board, not the game.
"""
