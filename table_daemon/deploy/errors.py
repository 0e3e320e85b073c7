"""What can go wrong while a release is put on a machine. The texts are for people."""


class DeployError(Exception):
    """Base of every error of this package."""


class WheelError(DeployError, ValueError):
    """A file that is no wheel of Queyan."""


class EnvironmentBuildError(DeployError):
    """A release's environment can't be made or does not run."""


class ReleaseMissingError(DeployError):
    """No such release is installed, or it is not complete."""
