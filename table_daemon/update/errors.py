"""Why there is no update. The texts are for people and say how things stand now."""


class UpdateError(Exception):
    """Base of every error of this package."""


class NotInstalledError(UpdateError):
    """No Queyan was put here by install.sh."""


class SourceError(UpdateError, ValueError):
    """What was named is no Queyan that could be installed."""


class TrialFailedError(UpdateError):
    """The newer release does not run with this machine's settings and data."""


class DataCopyError(UpdateError):
    """The data can't be copied or put back."""


class StartFailedError(UpdateError):
    """The service does not come up, or does not stay up."""


class StoppedError(UpdateError):
    """Somebody ended the update while it was under way."""


class JournalSpoiledError(UpdateError):
    """What was written down of an update under way cannot be read."""


class WentBackError(UpdateError):
    """The newer release was installed and failed; the older one runs again."""
