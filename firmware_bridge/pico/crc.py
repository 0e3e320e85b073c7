"""CRC-16/CCITT-FALSE, the check of every line: half a byte at a time, as fast as a table of sixteen allows."""

from array import array

# Sixteen entries instead of 256: a tenth of the memory, and a line of 160 characters still takes a millisecond or two.
_TABLE = array("H", (0,) * 16)
for _index in range(16):
    _value = _index << 12
    for _bit in range(4):
        _value = ((_value << 1) ^ 0x1021 if _value & 0x8000 else _value << 1) & 0xFFFF
    _TABLE[_index] = _value


def crc16(data: bytes | bytearray | memoryview, start: int = 0, end: int = -1) -> int:
    """Return the check of ``data`` from ``start`` to before ``end`` (-1: to its end).

    >>> "%04X" % crc16(b"123456789")
    '29B1'
    """
    crc = 0xFFFF
    for index in range(start, len(data) if end < 0 else end):
        byte = data[index]
        crc = ((crc << 4) & 0xFFFF) ^ _TABLE[(crc >> 12) ^ (byte >> 4)]
        crc = ((crc << 4) & 0xFFFF) ^ _TABLE[(crc >> 12) ^ (byte & 15)]
    return crc
