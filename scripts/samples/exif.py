"""Puts an Exif block into a JPEG: `exif.py FILE ORIENTATION [--camera THUMBNAIL]`.

With `--camera` the block is what a phone writes: maker, model, place, date and a small preview picture, all of which
must be gone from anything we publish. Without it the block holds the orientation alone.
"""
import struct
import sys

SHORT, LONG, RATIONAL, ASCII, BYTE = 3, 4, 5, 2, 1
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


path, orientation = sys.argv[1], int(sys.argv[2])
thumbnail = open(sys.argv[4], "rb").read() if "--camera" in sys.argv else None
with open(path, "rb") as file:
    jpeg = file.read()
payload = block(orientation, thumbnail)
segment = b"\xff\xe1" + struct.pack(">H", len(payload) + 2) + payload
# Cameras write Exif where others write JFIF; what vips saves without metadata has neither.
assert jpeg[:2] == b"\xff\xd8" and jpeg[2:4] != b"\xff\xe0"
with open(path, "wb") as file:
    file.write(jpeg[:2] + segment + jpeg[2:])
