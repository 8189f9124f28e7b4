"""Writes a 40x20 picture as PPM to standard output: red and green above, blue and white below."""
import sys

RED, GREEN, BLUE, WHITE = b"\xff\0\0", b"\0\xff\0", b"\0\0\xff", b"\xff\xff\xff"
above, below = RED * 20 + GREEN * 20, BLUE * 20 + WHITE * 20
sys.stdout.buffer.write(b"P6 40 20 255\n" + above * 10 + below * 10)
