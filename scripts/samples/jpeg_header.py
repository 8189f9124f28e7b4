"""Gives a JPEG that vips saved without metadata the header of an ordinary one.

    jpeg_header.py FILE jfif                       what editors and servers write
    jpeg_header.py FILE exif ORIENTATION           the orientation alone
    jpeg_header.py FILE exif ORIENTATION PREVIEW   what a phone writes: maker, model, date, place and a small preview
"""
import struct
import sys

BYTE, ASCII, SHORT, LONG, RATIONAL = 1, 2, 3, 4, 5
WIDTH = {BYTE: 1, ASCII: 1, SHORT: 2, LONG: 4, RATIONAL: 8}


def rationals(*values):
    return b"".join(struct.pack(">II", round(value * 100), 100) for value in values)


def text(value):
    return value.encode() + b"\0"


def directory(offset, entries, following=0):
    """One TIFF directory at `offset`, its long values right behind it."""
    head, tail = struct.pack(">H", len(entries)), b""
    tail_offset = offset + 2 + 12 * len(entries) + 4
    for tag, kind, value in sorted(entries):
        if len(value) <= 4:
            field = value.ljust(4, b"\0")
        else:
            field = struct.pack(">I", tail_offset + len(tail))
            tail += value + b"\0" * (len(value) % 2)
        head += struct.pack(">HHI", tag, kind, len(value) // WIDTH[kind]) + field
    return head + struct.pack(">I", following) + tail


def block(orientation, thumbnail=None):
    turned = (0x0112, SHORT, struct.pack(">H", orientation))
    header = b"Exif\0\0" + b"MM\0*" + struct.pack(">I", 8)
    if thumbnail is None:
        return header + directory(8, [turned])
    camera = [turned, (0x010F, ASCII, text("Affix")), (0x0110, ASCII, text("Sample Camera 12")),
              (0x0132, ASCII, text("2024:05:17 10:20:30"))]
    place = [(0, BYTE, bytes([2, 3, 0, 0])), (1, ASCII, text("N")), (2, RATIONAL, rationals(37, 20, 5.32)),
             (3, ASCII, text("W")), (4, RATIONAL, rationals(122, 0, 32.75))]
    # Every directory's length is known before its offsets are: lay it out once with zeros, then for good.
    zero = struct.pack(">I", 0)
    place_at = 8 + len(directory(8, camera + [(0x8825, LONG, zero)]))
    preview_at = place_at + len(directory(place_at, place))
    preview = [(0x0103, SHORT, struct.pack(">H", 6)), (0x0202, LONG, struct.pack(">I", len(thumbnail)))]
    bytes_at = preview_at + len(directory(preview_at, preview + [(0x0201, LONG, zero)]))
    return (header
            + directory(8, camera + [(0x8825, LONG, struct.pack(">I", place_at))], following=preview_at)
            + directory(place_at, place)
            + directory(preview_at, preview + [(0x0201, LONG, struct.pack(">I", bytes_at))])
            + thumbnail)


JFIF = b"JFIF\0" + bytes([1, 1, 1, 0, 72, 0, 72, 0, 0])

path, form, *rest = sys.argv[1:]
with open(path, "rb") as file:
    jpeg = file.read()
assert jpeg[:2] == b"\xff\xd8" and jpeg[2:4] not in (b"\xff\xe0", b"\xff\xe1"), "the file has a header already"
if form == "jfif":
    marker, payload = b"\xff\xe0", JFIF
else:
    preview = open(rest[1], "rb").read() if len(rest) > 1 else None
    marker, payload = b"\xff\xe1", block(int(rest[0]), preview)
with open(path, "wb") as file:
    file.write(jpeg[:2] + marker + struct.pack(">H", len(payload) + 2) + payload + jpeg[2:])
