"""The parameters in which one maker's tile faces differ from another's. Not the drawing itself."""

import random
from dataclasses import dataclass
from enum import Enum

from vision.synthetic.art.primitives import Ink


class DotDesign(Enum):
    """How a 饼 is decorated."""

    FLOWER = "flower"
    TARGET = "target"
    DOUBLE_RING = "double_ring"
    SOLID = "solid"
    PINWHEEL = "pinwheel"
    RINGS = "rings"
    CROSS = "cross"
    WHEEL = "wheel"
    EYE = "eye"
    THIN_RINGS = "thin_rings"
    BLOSSOM = "blossom"
    RIMMED = "rimmed"


class GreatDotDesign(Enum):
    """How the one large circle of 1饼 is decorated."""

    BEADED = "beaded"
    SUNFLOWER = "sunflower"
    RINGED = "ringed"
    RAYED = "rayed"
    BLOSSOM = "blossom"


class StickDesign(Enum):
    """How a 条 is decorated."""

    FLARED = "flared"
    JOINTED = "jointed"
    PLAIN = "plain"
    BEADS = "beads"
    OUTLINED = "outlined"
    LINKS = "links"
    NOTCHED = "notched"
    CHAIN = "chain"


class StickInks(Enum):
    """Which 条 are green, blue and red."""

    HOUSE = "house"
    ALL_GREEN = "all_green"
    RED_ACCENTS = "red_accents"
    """Green, but for the middle of 5, the top of 7 and the middle column of 9."""
    RED_COLUMN = "red_column"
    """As the accents, and the whole middle column of 7 red."""
    BLUE_ROWS = "blue_rows"
    """As the accents, and the lower middle of 7 blue."""


class EightDesign(Enum):
    """How the slanted sticks of 8条 stand."""

    M_OVER_W = "m_over_w"
    W_OVER_M = "w_over_m"
    TENT = "tent"
    """As the first, the slanted sticks longer and flatter."""


class WhiteDesign(Enum):
    """What 白 carries."""

    FRAME = "frame"
    DOUBLE_FRAME = "double_frame"
    BLANK = "blank"
    CUT_CORNERS = "cut_corners"
    DASHED = "dashed"
    BRICKED = "bricked"
    CORNERED = "cornered"
    THIN_FRAME = "thin_frame"
    OCTAGON = "octagon"
    LATTICE = "lattice"


class IndexPlace(Enum):
    """Where export sets print a small digit or letter."""

    NONE = "none"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class ArtStyle:
    """One tile set's design."""

    red: Ink = (200, 22, 30)
    green: Ink = (0, 122, 62)
    blue: Ink = (20, 62, 140)
    black: Ink = (24, 30, 44)
    ivory: Ink = (250, 247, 236)
    weight: float = 1.0
    """Stroke width relative to the house design."""
    contrast: float = 1.0
    """0 writes with an even line, 1 with a brush."""
    person_five: bool = True
    """5万 written 伍 instead of 五."""
    traditional_wan: bool = True
    """萬 instead of 万."""
    traditional_east: bool = True
    """東 instead of 东."""
    blue_numerals: bool = False
    green_winds: bool = False
    """Winds in green or, if false, in the dark ink."""
    white: WhiteDesign = WhiteDesign.FRAME
    dots: DotDesign = DotDesign.FLOWER
    sticks: StickDesign = StickDesign.FLARED
    dot_size: float = 1.0
    """Size of each circle relative to the house's, up to 1.12 where neighbours touch."""
    dots_swapped: bool = False
    """Green and blue circles change places."""
    dots_dark: bool = False
    """Circles that are blue elsewhere are nearly black."""
    green_sticks: bool = False
    """Sticks that are blue in the house design are green."""
    stick_inks: StickInks = StickInks.HOUSE
    stick_girth: float = 1.0
    dark_sticks: bool = False
    """Sticks that are green or blue elsewhere are nearly black."""
    eight: EightDesign = EightDesign.M_OVER_W
    dot_spread: float = 1.0
    """How far circles lie from the middle of the face, relative to the house's."""
    loose_six: bool = False
    """6饼 with even rows instead of four circles held together."""
    steep_seven: bool = False
    three_mirrored: bool = False
    bird_mirrored: bool = False
    bird: int = 0
    """0 is the house's bird, any other is drawn by lot from its number."""
    great_dot: GreatDotDesign = GreatDotDesign.BEADED
    great_dot_size: float = 1.0
    red_fives: bool = False
    """The fives wholly in red."""
    frame_ink: Ink | None = None
    """Of 白; None for the blue ink."""
    white_mark: bool = False
    """A letter in the middle of 白's frame."""
    packed_dots: bool = False
    """Circles of 6, 7, 8 and 9 touch their neighbours in groups."""
    dots_inverted: bool = False
    """Red circles change places with those of the other colour."""
    dots_plain: bool = False
    """Circles of one ink only."""
    numeral_share: float = 0.0
    """How much of its height 万 yields to the numeral above it, -0.1..0.15 of the face."""
    stretch: float = 1.0
    """Width of the art relative to its height."""
    index: IndexPlace = IndexPlace.NONE
    slant: float = 0.0
    """How far a character's top leans to the right, as a share of its height."""
    wobble: float = 0.0
    """How far another hand's strokes lie from the house's, in hundredths of a character."""
    hand: int = 0
    """Whose hand it is: the seed of the wobble."""
    art_share: float = 1.0
    """Size of the art relative to the house margins."""
    engraving: float = 0.5
    """Strength of the raster's engraved shading, 0..1."""


HOUSE = ArtStyle()

_NAMED: tuple[ArtStyle, ...] = (
    HOUSE,
    ArtStyle(
        red=(214, 40, 30), green=(12, 140, 60), blue=(24, 84, 178), weight=1.18, contrast=0.6, blue_numerals=True,
        white=WhiteDesign.BLANK, dots=DotDesign.TARGET, sticks=StickDesign.JOINTED, ivory=(252, 250, 244),
    ),
    ArtStyle(
        red=(178, 16, 34), green=(10, 96, 54), blue=(16, 44, 110), weight=0.86, contrast=1.15, person_five=False,
        white=WhiteDesign.DOUBLE_FRAME, dots=DotDesign.DOUBLE_RING, ivory=(244, 238, 220),
        art_share=0.93, engraving=0.9,
    ),
    ArtStyle(
        red=(220, 30, 50), green=(0, 150, 84), blue=(0, 104, 190), black=(0, 60, 140), weight=1.05, contrast=0.2,
        person_five=False, traditional_wan=False, traditional_east=False, dots=DotDesign.SOLID,
        sticks=StickDesign.PLAIN, ivory=(255, 255, 252), engraving=0.2,
    ),
    ArtStyle(
        red=(190, 24, 24), green=(20, 110, 50), blue=(30, 40, 120), weight=1.3, contrast=0.9, green_winds=True,
        dots=DotDesign.PINWHEEL, sticks=StickDesign.JOINTED, ivory=(248, 240, 226), art_share=1.05, engraving=0.7,
    ),
    ArtStyle(
        red=(206, 30, 40), green=(0, 128, 90), blue=(20, 70, 160), weight=0.95, traditional_east=False,
        white=WhiteDesign.BLANK, dots=DotDesign.FLOWER, sticks=StickDesign.PLAIN, art_share=0.86,
        blue_numerals=True,
    ),
)  # fmt: skip  # one design a block reads better than one parameter a line


def style(number: int) -> ArtStyle:
    """Return design ``number``: 0 is the house's, 1 to 5 are hand-made, any other is drawn by lot from its number."""
    return _NAMED[number] if 0 <= number < len(_NAMED) else _by_lot(random.Random(number))


def _by_lot(rng: random.Random) -> ArtStyle:
    def near(ink: Ink, spread: int) -> Ink:
        red, green, blue = (max(0, min(255, value + rng.randint(-spread, spread))) for value in ink)
        return (red, green, blue)

    return ArtStyle(
        red=near((200, 25, 35), 30),
        green=near((15, 120, 65), 35),
        blue=near((25, 70, 150), 40),
        black=near(rng.choice([(30, 36, 50), (30, 36, 50), (30, 50, 150)]), 30),
        ivory=near((247, 244, 234), 8),
        weight=rng.uniform(0.75, 1.4),
        contrast=rng.uniform(0.0, 1.25),
        person_five=rng.random() < 0.5,
        traditional_wan=rng.random() < 0.7,
        traditional_east=rng.random() < 0.7,
        blue_numerals=rng.random() < 0.4,
        green_winds=rng.random() < 0.25,
        white=WhiteDesign.BLANK if rng.random() < 0.16 else rng.choice(list(WhiteDesign)),
        dots=rng.choice(list(DotDesign)),
        sticks=rng.choice(list(StickDesign)),
        dot_size=rng.uniform(0.9, 1.12),
        dots_swapped=rng.random() < 0.4,
        dots_dark=rng.random() < 0.3,
        green_sticks=rng.random() < 0.7,
        stick_inks=rng.choice(list(StickInks)),
        stick_girth=rng.uniform(0.8, 1.35),
        dark_sticks=rng.random() < 0.2,
        eight=rng.choice(list(EightDesign)),
        dot_spread=rng.uniform(0.88, 1.03),
        loose_six=rng.random() < 0.3,
        steep_seven=rng.random() < 0.4,
        three_mirrored=rng.random() < 0.08,
        bird_mirrored=rng.random() < 0.5,
        bird=0 if rng.random() < 0.15 else rng.randrange(1, 1_000_000),
        great_dot=rng.choice(list(GreatDotDesign)),
        great_dot_size=rng.uniform(0.72, 1.1),
        red_fives=rng.random() < 0.12,
        frame_ink=rng.choice([None, None, (30, 32, 40), (15, 110, 60), (190, 30, 40)]),
        numeral_share=rng.uniform(-0.06, 0.1),
        stretch=rng.uniform(0.84, 1.03),
        index=rng.choice([IndexPlace.NONE, IndexPlace.NONE, IndexPlace.LEFT, IndexPlace.RIGHT]),
        slant=rng.uniform(-0.04, 0.12),
        wobble=rng.uniform(0.0, 3.2),
        hand=rng.randrange(1_000_000),
        art_share=rng.uniform(0.8, 1.06),
        engraving=rng.uniform(0.0, 1.0),
        white_mark=rng.random() < 0.12,
        packed_dots=rng.random() < 0.35,
        dots_inverted=rng.random() < 0.12,
        dots_plain=rng.random() < 0.1,
    )
