"""How near results come to a resize in floating point, beside other programs at equal bytes.

A program that crops after it has resized is half a pixel off at odd ratios, and its score says so; Pillow is not.
"""
import json, os, statistics, subprocess, sys, tempfile, venv

from machine import ready, root
from render import pictures

# Photographs at even and at odd ratios; without those of four inks, which each program turns into light in its own way.
PHOTOGRAPHS = ["12mp.jpg", "24mp.jpg", "2048x2048.jpg", "1600x1200.jpg", "photo.png"]


def run(runs=1):
    """Runs the comparison with the Python packages it needs, which have a folder of their own below .build."""
    bin = ready()
    folder = root / ".build/bench-python"
    python = folder / "bin/python3"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "pillow==12.*", "ssimulacra2==0.3.0"], check=True)
    subprocess.run([python, "-B", __file__, bin, pictures()], check=True)


def reference(source):
    """The middle square of a picture at 1024x1024 by Lanczos in floating point, rounded once, at the end."""
    side = min(source.size)
    left, top = (source.width - side) // 2, (source.height - side) // 2
    planes = [plane.convert("F").crop((left, top, left + side, top + side)).resize((1024, 1024), Image.LANCZOS)
              for plane in source.split()]
    return Image.merge("RGB", [plane.point(lambda value: value + 0.5).convert("L") for plane in planes])


def by_affix(bin, picture, folder):
    command = [f"{bin}/affix", "prepare", "--json", picture, "-o", f"{folder}/affix.jpg", "--shelf", f"{folder}/shelf",
               "--state", f"{folder}/state"]
    receipt = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    assert receipt["facts"]["kind"] == "jpeg", receipt["steps"]
    return f"{folder}/affix.jpg"


def by_vips(picture, folder):
    subprocess.run(["vipsthumbnail", picture, "--size", "1024x1024", "--smartcrop", "centre", "--export-profile", "srgb",
                    "-o", f"{folder}/vips.png"], check=True)
    return lambda quality, path: subprocess.run(
        ["vips", "jpegsave", f"{folder}/vips.png", path, "--Q", str(quality), "--optimize-coding", "--strip"], check=True)


def by_magick(picture, folder):
    subprocess.run(["convert", picture, "-resize", "1024x1024^", "-gravity", "center", "-extent", "1024x1024", "-strip",
                    f"{folder}/magick.png"], check=True)
    return lambda quality, path: subprocess.run(
        ["convert", f"{folder}/magick.png", "-sampling-factor", "4:2:0", "-quality", str(quality), path], check=True)


def by_pillow(picture, folder):
    result = ImageOps.fit(Image.open(picture).convert("RGB"), (1024, 1024), Image.LANCZOS)
    return lambda quality, path: result.save(path, quality=quality, optimize=True)


def ssim(one, other):
    """Structural similarity of the luma over windows of 8x8."""
    x, y = (np.asarray(Image.open(path).convert("L"), dtype=np.float64) for path in (one, other))

    def mean(values):
        sums = np.pad(values.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
        return (sums[8:, 8:] - sums[:-8, 8:] - sums[8:, :-8] + sums[:-8, :-8]) / 64

    mx, my = mean(x), mean(y)
    vx, vy, cov = mean(x * x) - mx * mx, mean(y * y) - my * my, mean(x * y) - mx * my
    a, b = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return float(np.mean((2 * mx * my + a) * (2 * cov + b) / ((mx * mx + my * my + a) * (vx + vy + b))))


def scores(path, truth):
    return np.array([compute_ssimulacra2(truth, path), ssim(truth, path)])


def at_bytes(encode, bytes, truth, folder):
    """The scores of an encoder at exactly so many bytes, between its two nearest qualities."""
    path = f"{folder}/tried.jpg"
    low, high = 30, 98
    sizes = {}

    def size(quality):
        if quality not in sizes:
            encode(quality, path)
            sizes[quality] = os.path.getsize(path)
        return sizes[quality]

    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if size(middle) <= bytes else (low, middle)
    found = []
    for quality in (low, high):
        encode(quality, path)
        found.append(scores(path, truth))
    share = (bytes - size(low)) / max(1, size(high) - size(low))
    return found[0] + (found[1] - found[0]) * min(max(share, 0), 1)


def compare(bin, folder_of_pictures):
    print("against Lanczos in floating point, at affix's bytes; more is better")
    others = {"vipsthumbnail": by_vips, "ImageMagick": by_magick, "Pillow": by_pillow}
    print(f"{'':16}{'bytes':>8}" + "".join(f"{name:>18}" for name in ["affix", *others]) + "   SSIMULACRA2 / SSIM")
    behind = []
    with tempfile.TemporaryDirectory(dir=root / ".build") as folder:
        for name in PHOTOGRAPHS:
            picture = f"{folder_of_pictures}/{name}"
            truth = f"{folder}/truth.png"
            reference(Image.open(picture).convert("RGB")).save(truth)
            mine = by_affix(bin, picture, folder)
            bytes = os.path.getsize(mine)
            rows = [scores(mine, truth)]
            rows += [at_bytes(by(picture, folder), bytes, truth, folder) for by in others.values()]
            print(f"{name:16}{bytes:8}" + "".join(f"{row[0]:10.2f}/{row[1]:.4f} " for row in rows), flush=True)
            behind.append(rows[0][0] - max(row[0] for row in rows[1:]))
    print(f"SSIMULACRA2 against the best of the others: {statistics.median(behind):+.2f} in the median, {min(behind):+.2f} at worst")


if __name__ == "__main__":
    import numpy as np
    from PIL import Image, ImageOps
    from ssimulacra2 import compute_ssimulacra2

    Image.MAX_IMAGE_PIXELS = None
    compare(*sys.argv[1:])
