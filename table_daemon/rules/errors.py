"""What can be wrong with a hand or a settlement as it was given.

A hand that merely may not win is no error.
"""


class RulesError(ValueError):
    """Base of every error the rules raise; the message says what, where and what to write instead."""


class BadNotationError(RulesError):
    """A text that is not mpsz notation, or no such tile."""


class UnknownProfileError(RulesError):
    """A rule profile this version does not know."""


class UnknownOptionError(RulesError):
    """A house rule that the profile does not have."""


class BadOptionError(RulesError):
    """A house rule with a value it cannot take."""


class UnsupportedOptionError(RulesError):
    """A house rule that exists, but that this version does not play yet."""


class WrongTileCountError(RulesError):
    """Too few or too many tiles beside the melds."""


class FifthCopyError(RulesError):
    """More copies of one tile than a set of 136 has, the flipped indicator counted."""


class BadWildsError(RulesError):
    """Wild tiles that no indicator sets."""


class WildMeldError(RulesError):
    """A 碰, 明杠 or 暗杠 of a wild tile, or a 金杠 of a tile that is not wild."""


class MeldNotPlayedError(RulesError):
    """A kind of meld that the profile does not play."""


class BadSeatError(RulesError):
    """A seat outside 0..3."""


class BadStakeError(RulesError):
    """A 拉庄 that is out of range or put on the dealer, a negative fan, or a base below 1."""


class FoulWinnerError(RulesError):
    """A winner who had lost the right to win this hand."""


class BadDiceError(RulesError):
    """A sum that two dice cannot show."""


class WallExhaustedError(RulesError):
    """A draw from a wall that has no tile left for it: the hand is drawn (荒庄)."""
