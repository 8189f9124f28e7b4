"""Draws a chat window in flat colours as an SVG: what a screenshot is to a codec, without the need for a font."""
import random

dice = random.Random(11)
width, height = 750, 1334
shapes = [f'<rect width="{width}" height="{height}" fill="#f5f5f7"/>',
          f'<rect width="{width}" height="128" fill="#ffffff"/><rect y="127" width="{width}" height="1" fill="#c6c6c8"/>',
          '<circle cx="375" cy="64" r="40" fill="#8e8e93"/>', '<path d="M44,64 l24,-24 M44,64 l24,24" stroke="#007aff" stroke-width="6"/>']
y = 160
while y < height - 220:
    lines, mine = dice.randrange(1, 5), dice.random() < .45
    x, high = (230, lines * 34 + 36) if mine else (24, lines * 34 + 36)
    shapes.append(f'<rect x="{x}" y="{y}" width="496" height="{high}" rx="34" fill="{"#007aff" if mine else "#e5e5ea"}"/>')
    for line in range(lines):
        at = x + 28
        while at < x + (430 if line < lines - 1 else dice.randrange(160, 430)):
            word = dice.randrange(14, 70)
            for letter in range(at, at + word, 9):
                tall = dice.choice((10, 10, 14))
                shapes.append(f'<rect x="{letter}" y="{y + 38 + line * 34 - tall}" width="{dice.choice((2, 6, 6))}" '
                              f'height="{tall}" fill="{"#ffffff" if mine else "#1c1c1e"}"/>')
            at += word + 12
    y += high + 18
shapes.append(f'<rect x="24" y="{height - 110}" width="{width - 48}" height="70" rx="35" fill="#fff" stroke="#c6c6c8"/>')
print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{"".join(shapes)}</svg>')
