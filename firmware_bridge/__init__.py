"""The serial line to the table's tap board (MJT/1) and the panel on the Pi's own pins.

Knows bytes, lines and table events. Knows neither mahjong rules nor images.
"""
