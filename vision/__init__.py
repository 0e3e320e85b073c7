"""Seeing the table: cameras, calibration, finding and naming tiles, and a renderer of pictures with known truth.

Knows images and table millimetres. Knows neither mahjong rules, nor the serial link, nor the game.
"""
