"""What faces are called in Chinese, for what people read about a picture."""

from vision.labels import FACES, Label

_NUMBERS = "一二三四五六七八九"
_SUITS = "万饼条"
_HONOURS = "东南西北白发中"


def label_zh(label: Label) -> str:
    """Return a face's name, a back's, or that it is none.

    >>> label_zh(Label.M1), label_zh(Label.WHITE), label_zh(Label.BACK)
    ('一万', '白', '牌背')
    """
    if label not in FACES:
        return "牌背" if label is Label.BACK else "不是牌"
    suit, number = divmod(FACES.index(label), 9)
    return _HONOURS[number] if suit == len(_SUITS) else _NUMBERS[number] + _SUITS[suit]
