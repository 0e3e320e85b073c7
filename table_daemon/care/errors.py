"""What can go wrong with looking after the log's copies. Each message says what, where and what to do."""


class CareError(Exception):
    """Base of every error here; its text may be shown to a user."""


class BackupError(CareError):
    """No copy could be made; what was there is as it was."""


class RestoreError(CareError):
    """The log was not replaced; it is as it was."""


class UnusableCopyError(RestoreError, ValueError):
    """The named file is no log that can be restored."""


class ExportError(CareError):
    """What is kept could not be written out."""
