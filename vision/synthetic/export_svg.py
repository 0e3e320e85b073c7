"""Write the house design's tiles as SVG files for the TV page: ``python -m vision.synthetic.export_svg [FOLDER]``.

Not used at run time; the files are committed and a test compares them with what this would write.
"""

import sys
from pathlib import Path

from vision.labels import FACES, Label
from vision.synthetic.art.faces import face
from vision.synthetic.art.styles import HOUSE
from vision.synthetic.art.svg import back_svg, tile_svg

DEFAULT_FOLDER = Path(__file__).parents[2] / "web_display" / "static" / "tiles"
_BACK_INK = (32, 128, 84)
_WORDS = dict(zip("mps", "万饼条", strict=True))
_HONOURS = "东南西北白发中"


def tile_files() -> dict[str, str]:
    """Return every tile file's name and text: 34 faces, ``blank.svg`` and ``back.svg``."""
    files = {f"{label.value}.svg": tile_svg(face(label, HOUSE), title=chinese_name(label)) for label in FACES}
    files["blank.svg"] = tile_svg(face(Label.OTHER, HOUSE), title="空白牌")
    files["back.svg"] = back_svg(_BACK_INK, title="牌背")
    return files


def chinese_name(label: Label) -> str:
    """Return how a face is called.

    >>> chinese_name(Label.P7), chinese_name(Label.GREEN)
    ('七饼', '发')
    """
    number, suit = int(label.value[0]), label.value[1]
    return _HONOURS[number - 1] if suit == "z" else "一二三四五六七八九"[number - 1] + _WORDS[suit]


def main(arguments: list[str]) -> int:
    """Write the files; return the exit status."""
    folder = Path(arguments[0]) if arguments else DEFAULT_FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in tile_files().items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        sys.stderr.write(f"cannot write the tiles to {folder}: {error.strerror}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
