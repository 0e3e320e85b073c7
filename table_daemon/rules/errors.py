"""What can be wrong with a hand or a settlement as it was given. A hand that merely may not win is no error."""


class RulesError(ValueError):
    """Base of every error the rules raise; the message says what, where and what to write instead."""


class BadNotationError(RulesError):
    """A text that is not mpsz notation, or no such tile."""
