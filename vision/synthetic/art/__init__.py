"""Tile faces drawn by our own code as vector primitives; no fonts and no copied artwork.

One drawing serves the TV page (SVG text) and the renderer (anti-aliased raster).
"""
