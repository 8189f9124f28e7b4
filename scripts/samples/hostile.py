"""Writes the hostile samples that no encoder would make: `hostile.py FOLDER`."""
import pathlib
import struct
import sys
import zlib

folder = pathlib.Path(sys.argv[1])

PAGE = b"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Sign in to see this picture</title></head>
<body><p>An origin that wants a session answers 200 and this page, under the picture's own address.</p></body></html>
"""

DRAWING = b"""<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
<image xlink:href="file:///etc/hostname" width="64" height="64"/><circle cx="32" cy="32" r="30" fill="#c33"/></svg>
"""


def chunk(kind, content):
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)


def png(width, height, pixels):
    """An 8-bit grey PNG; `pixels` need not be as many as the header claims."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(pixels, 9)) + chunk(b"IEND", b""))


def grey(width, height):
    return b"".join(b"\0" + bytes((x + y) * 4 % 256 for x in range(width)) for y in range(height))


def gif(width, height):
    """A GIF whose screen and only frame claim any size, with a single pixel of data."""
    screen = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    frame = b"," + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x02\x02\x44\x01\0"
    return screen + frame + b";"


def long_gif(side, count):
    """A GIF of many frames on a large screen, each with a single pixel of data."""
    screen = b"GIF89a" + struct.pack("<HHBBB", side, side, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    frame = b"!\xf9\4\0\4\0\0\0" + b"," + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x44\x01\0"
    return screen + frame * count + b";"


SCRIPT = b"<script>alert('behind the picture')</script>\n"

samples = {
    "page.jpg": PAGE,
    "empty.jpg": b"",
    "drawing-svg.jpg": DRAWING,
    "bomb.png": png(50_000, 50_000, b"\0" * 8_000_000),
    "bomb.gif": gif(65_535, 65_535),
    "many-frames.gif": long_gif(4_000, 2_000),
    "script-behind.png": png(64, 64, grey(64, 64)) + SCRIPT,
    "script.gif": b"GIF89a=0;alert('a script with the signature of a picture');//\n",
}
for name, content in samples.items():
    (folder / name).write_bytes(content)

# Good samples, cut short as a broken transfer cuts them.
for source, name, part in (
    ("images/photo-1200x800.jpg", "truncated.jpg", 0.5),
    ("images/alpha.png", "truncated.png", 0.6),
    ("images/animated.gif", "truncated.gif", 0.5),
    ("movies/moov-first.mp4", "truncated.mp4", 0.6),
):
    content = (folder.parent / source).read_bytes()
    (folder / name).write_bytes(content[: int(len(content) * part)])

# The end mark alone is missing: every row is there. And the other way round: an end mark hides that rows are missing.
photo = (folder.parent / "images/photo-display-p3.jpg").read_bytes()
(folder / "no-end.jpg").write_bytes(photo[:-2])
(folder / "forged-end.jpg").write_bytes(photo[: len(photo) // 2] + photo[-2:])
