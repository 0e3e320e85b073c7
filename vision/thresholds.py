"""Every figure that decides what counts as seen, in one place."""

FOUND = 0.35
"""Least centre score at which a tile counts as found."""
OVERLAP = 0.35
"""Two finds that share more than this of the smaller one's area are one tile."""
RECTIFIED_PX_PER_MM = 1.0
"""Scale of the straightened table that the finder looks at: a No.42 tile is 31 x 41 pixels."""
TABLE_MARGIN_MM = 25.0
"""How far beyond the felt's edge the straightened table reaches."""
REGION_MARGIN_MM = 45.0
"""How much around a region is looked at too, so that tiles across its edge are seen whole."""
FOUND_OF_RIGHT_SIZE = 0.25
"""The same on a calibrated table, where a find must also have the tiles' size."""
SIZE_TOLERANCE = 0.22
"""How far the sides of a lying tile on a calibrated table may be from the set's own, as a share."""
PHOTO_LONGEST_PX = 1280
"""A plain photograph is looked at no larger than this."""
SMALLEST_PHOTO_PX = 16
"""Nothing is looked for in a picture smaller than the smallest tile."""
PHOTO_SCALES = (1.0, 0.6, 0.36, 0.22)
"""Scales of the pyramid under a plain photograph; the finder knows tiles of 24 to 47 pixels' short side."""
LARGEST_PIXELS = 64_000_000
"""Pictures with more pixels than this are refused instead of filling the memory: unpacked they take 192 MB."""
LONGEST_SIDE_PX = 32_000
"""OpenCV cuts pieces only from pictures whose sides count fewer pixels than 32,768."""
LARGEST_FILE_BYTES = 256_000_000
"""Larger files are refused unread."""
SURE_AT_A_GLANCE = 0.99
"""On a calibrated table faces that the small namer names less surely are named by the large one; so are ..."""
BACK_AT_A_GLANCE = 0.9
"""... backs that it names less surely than this. Even backs are nearly all that it ever takes for backs."""
SURELY_OTHER = 0.9
"""On a calibrated table a find that is ``other`` this surely is a finger, a die or a phone, and is not told."""
PLAIN_FOUND = 0.6
"""In a plain photograph a back or ``other`` is told only when the finder was this sure of it."""
FOUND_AND_NAMED = 0.3
"""There a face is told only when the finder's score times the name's confidence reaches this."""
PART_AREA = 2.2
"""A find in the middle of one this many times larger contradicts it ..."""
WHOLE_FOUND = 0.5
"""... if the larger one has at least this score."""
LOOK_AGAIN_BELOW = 0.9
"""In a plain photograph, of which there is one look only, faces named less surely are looked at four times."""
