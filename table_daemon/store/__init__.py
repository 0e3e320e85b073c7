"""Appending and reading events. Does not know what they mean."""
