"""What can be wrong with a simulated table as it was asked for. Messages say what to write instead."""


class SimulatorError(ValueError):
    """Base of the errors that the simulator raises on purpose; its text may be shown to a user."""


class MishapError(SimulatorError):
    """A mishap that is unknown, not simulated, or has a rate that can't be."""
