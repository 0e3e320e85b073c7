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


class WrongTileCountError(RulesError):
    """Too few or too many tiles beside the melds."""


class FifthCopyError(RulesError):
    """More copies of one tile than a set of 136 has, the flipped indicator counted."""


class IndicatorCopiesError(FifthCopyError):
    """Four copies of the indicator's kind in a hand, though one of them is the flipped indicator."""


class DrawNotAmongTilesError(WrongTileCountError):
    """Fourteen tiles were given as the hand, and the winning tile is not one of them."""


class BadFlagsError(RulesError):
    """Circumstances of a win that contradict each other, or that the game does not have."""


class KongMissingError(BadFlagsError):
    """A 杠开 without the kong that its tile was drawn for."""


class BadWildsError(RulesError):
    """Wild tiles that no indicator sets."""


class WildMeldError(RulesError):
    """A 碰, 明杠 or 暗杠 of a wild tile, or a 金杠 of a tile that is not wild."""


class MeldNotPlayedError(RulesError):
    """A kind of meld that the profile does not play."""


class BadMeldError(RulesError):
    """Tiles named as a meld that make no set, such as a run of honours or past nine."""


class BadSeatError(RulesError):
    """A seat outside 0..3."""


class BadStakeError(RulesError):
    """A 拉庄 that is out of range or put on the dealer, a negative fan, or a base below 1."""


class FoulWinnerError(RulesError):
    """A winner who had lost the right to win this hand."""


class TooManyKongsError(RulesError):
    """More kongs of one seat than a hand has room for."""


class KongGiverError(RulesError):
    """A seat that gave the tile of its own kong, or a giver of a kong that takes no discard."""


class DiscarderError(RulesError):
    """Who discarded the winning tile, where nobody can have, or where it was the winner."""


class BadSeatingError(RulesError):
    """Four tiles of 打风 that are not one of each wind."""


class BadSilverError(RulesError):
    """An amount of silver or of points that no ladder has a step for."""


class BadDiceError(RulesError):
    """A sum that two dice cannot show, or a throw that the table does not make."""


class WallExhaustedError(RulesError):
    """A draw from a wall that has no tile left for it: the hand is drawn (荒庄)."""
