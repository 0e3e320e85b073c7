"""What can go wrong with a simulated table. Messages say what, where and what to do; a user may read them."""


class SimulatorError(Exception):
    """Base of the errors that the simulator raises on purpose."""


class MishapError(SimulatorError, ValueError):
    """A mishap that is unknown, not simulated, or has a rate that can't be."""


class TableOptionError(SimulatorError, ValueError):
    """An option of the simulated table that can't be."""


class DaemonLostError(SimulatorError):
    """The daemon beside the simulated table does not start, answer or go on."""
