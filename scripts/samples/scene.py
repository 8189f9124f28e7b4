"""Draws the landscape all our pictures show, as an SVG: `scene.py WIDTH HEIGHT [SEED]`.

It looks like a photo to a codec (grain, foliage and clouds at every scale) and like a place to a person: sky above,
grass below, the sun and the house on the left, the big tree on the right. Any turn or mirror is seen at a glance.
"""
import math
import random
import sys

width, height = int(sys.argv[1]), int(sys.argv[2])
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 7
dice = random.Random(seed)
unit = min(width, height) / 1000  # a thousandth of the short side
horizon = height * 0.60
shapes = []


def add(shape):
    shapes.append(shape)


def texture(name, frequency, octaves, matrix, offset):
    """Fractal noise, brought to a colour by a matrix."""
    return (
        f'<filter id="{name}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">'
        f'<feTurbulence type="fractalNoise" baseFrequency="{frequency}" numOctaves="{octaves}" seed="{seed + offset}"/>'
        f'<feColorMatrix values="{matrix}"/><feComposite operator="in" in2="SourceGraphic"/></filter>'
    )


def ridge(base, relief, steps, colour):
    points, y = [], base
    for step in range(steps + 1):
        y = base + (y - base) * 0.7 + dice.uniform(-relief, relief)
        points.append(f"{step * width / steps:.0f},{y:.0f}")
    add(f'<polygon fill="{colour}" points="0,{height} {" ".join(points)} {width},{height}"/>')


def tree(x, foot, size, leaves, leaf_size):
    add(f'<path fill="#4a3322" d="M{x - size * .07:.0f},{foot:.0f} Q{x - size * .02:.0f},{foot - size * .5:.0f} '
        f'{x - size * .04:.0f},{foot - size:.0f} h{size * .08:.0f} Q{x + size * .03:.0f},{foot - size * .5:.0f} '
        f'{x + size * .09:.0f},{foot:.0f} z"/>')
    for leaf in range(leaves):
        angle, reach = dice.uniform(0, 2 * math.pi), math.sqrt(dice.random())
        reach *= .84 + .16 * math.sin(5 * angle + x)  # an uneven crown
        lx = x + math.cos(angle) * reach * size * .52
        ly = foot - size * 1.05 + math.sin(angle) * reach * size * .45
        light = 34 + 26 * (leaf / leaves) - 14 * math.sin(angle) * reach  # lit from above, last leaves in front
        radius = size * leaf_size * dice.uniform(.4, 1.3)
        add(f'<ellipse cx="{lx:.0f}" cy="{ly:.0f}" rx="{radius:.1f}" ry="{radius * .6:.1f}" '
            f'transform="rotate({dice.randrange(180)} {lx:.0f} {ly:.0f})" '
            f'fill="hsl({dice.randrange(78, 112)},{dice.randrange(35, 60)}%,{light * .75:.0f}%)"/>')


def house(x, foot, w):
    h = w * .55
    add(f'<rect x="{x + w * .72:.0f}" y="{foot - h * 1.95:.0f}" width="{w * .1:.0f}" height="{h * .7:.0f}" fill="#6f3a2c"/>')
    add(f'<rect x="{x:.0f}" y="{foot - h:.0f}" width="{w:.0f}" height="{h:.0f}" fill="#e8dcc2"/>')
    add(f'<polygon fill="#9c3f2e" points="{x - w * .07:.0f},{foot - h:.0f} {x + w * .5:.0f},{foot - h * 1.85:.0f} '
        f'{x + w * 1.07:.0f},{foot - h:.0f}"/>')
    for row in range(1, 9):  # tiles
        y, half = foot - h - row * h * .09, w * .57 * (1 - row / 9.6)
        add(f'<path stroke="#7a2f22" stroke-width="{unit * 2:.1f}" d="M{x + w * .5 - half:.0f},{y:.0f} h{half * 2:.0f}"/>')
    add(f'<rect x="{x + w * .42:.0f}" y="{foot - h * .62:.0f}" width="{w * .17:.0f}" height="{h * .62:.0f}" fill="#37506b"/>')
    for place in (.1, .7):
        wx, wy, side = x + w * place, foot - h * .72, w * .19
        add(f'<rect x="{wx:.0f}" y="{wy:.0f}" width="{side:.0f}" height="{side:.0f}" fill="#a9cbe0" '
            f'stroke="#ffffff" stroke-width="{unit * 6:.1f}"/>')
        add(f'<path stroke="#ffffff" stroke-width="{unit * 4:.1f}" d="M{wx + side / 2:.0f},{wy:.0f} v{side:.0f} '
            f'M{wx:.0f},{wy + side / 2:.0f} h{side:.0f}"/>')


def meadow():
    top = horizon + unit * 90  # where the house stands
    for blade in range(5200):
        far = (blade / 5200) ** .6  # drawn from the horizon towards the eye
        x, y = dice.uniform(0, width), top + (height - top) * far * 1.04
        length = unit * (4 + 38 * far) * dice.uniform(.6, 1.3)
        add(f'<path stroke="hsl({dice.randrange(72, 108)},{dice.randrange(38, 62)}%,{dice.randrange(24, 48)}%)" '
            f'stroke-width="{unit * (.8 + 2.4 * far):.1f}" fill="none" d="M{x:.0f},{y:.0f} q{length * .1:.1f},{-length * .6:.1f} '
            f'{dice.uniform(-.4, .4) * length:.1f},{-length:.1f}"/>')
        if blade % 16 == 0:
            colour = dice.choice(("#f4d03f", "#f7f7f2", "#d95763", "#8f6bd1"))
            add(f'<circle cx="{x:.0f}" cy="{y - length:.0f}" r="{unit * (1 + 7 * far):.1f}" fill="{colour}"/>')


sun = (width * .24, height * .14)
add(f'<rect width="{width}" height="{horizon + 1:.0f}" fill="url(#sky)"/>')
add(f'<rect width="{width}" height="{horizon + 1:.0f}" fill="#fff" filter="url(#clouds)"/>')
add(f'<circle cx="{sun[0]:.0f}" cy="{sun[1]:.0f}" r="{unit * 260:.0f}" fill="url(#glow)"/>')
add(f'<circle cx="{sun[0]:.0f}" cy="{sun[1]:.0f}" r="{unit * 62:.0f}" fill="#fffbe0"/>')
ridge(horizon - unit * 110, unit * 40, 14, "#7d93a8")
ridge(horizon - unit * 50, unit * 22, 22, "#5d7a6c")
ridge(horizon, unit * 8, 40, "url(#grass)")
add(f'<rect y="{horizon + unit * 12:.0f}" width="{width}" height="{height:.0f}" filter="url(#turf)"/>')
for _ in range(9):
    tree(dice.uniform(.42, 1) * width, horizon + unit * dice.uniform(6, 26), unit * dice.uniform(50, 90), 150, .10)
house(width * .5 - unit * 330, horizon + unit * 95, unit * 300)
meadow()
tree(width * .5 + unit * 255, horizon + unit * 190, unit * 440, 3200, .028)

print(f'''<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"><defs>
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#2f6fb8"/><stop offset=".7" stop-color="#9cc7e8"/>
<stop offset="1" stop-color="#f3e3c3"/></linearGradient>
<linearGradient id="grass" x2="0" y2="1"><stop stop-color="#8aa84e"/><stop offset="1" stop-color="#3d5f22"/></linearGradient>
<radialGradient id="glow"><stop offset=".2" stop-color="#fff3b0" stop-opacity=".9"/><stop offset="1" stop-color="#fff3b0" stop-opacity="0"/></radialGradient>
{texture("clouds", f"{.0018 / unit:.5f} {.0042 / unit:.5f}", 6, "0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  3.2 0 0 0 -1.45", 0)}
{texture("turf", f"{.05 / unit:.4f} {.09 / unit:.4f}", 3, "0 0 0 0 .10  0 0 0 0 .19  0 0 0 0 .05  1.8 0 0 0 -.62", 1)}
</defs>
{chr(10).join(shapes)}
</svg>''')
