"""Tianjin mahjong (天津麻将): tiles, wilds, melds, layouts, fans and payments.

Pure; imports nothing of ours.
"""
