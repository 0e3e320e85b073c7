"""What can be wrong with what the witnesses report."""


class FusionError(Exception):
    """Base of fusion's errors."""


class NotATileError(FusionError, ValueError):
    """A back, or something else that is not a tile of play, was to be translated into one."""
