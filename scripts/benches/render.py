"""Pictures through a worker, against libvips' own thumbnail in process, with one thread."""
import json, os, shutil, statistics, subprocess, tempfile

from machine import ready, root

# What is rendered, what it becomes, and the share of libvips' time that it may take.
PICTURES = [
    ("12mp.jpg", "jpeg", 0.65), ("24mp.jpg", "jpeg", 0.65), ("2048x2048.jpg", "jpeg", 0.45),
    ("1600x1200.jpg", "jpeg", 0.85), ("12mp-progressive.jpg", "jpeg", None), ("cmyk-4mp.jpg", "jpeg", 0.40),
    ("1600x1200.webp", "jpeg", None), ("photo.png", "jpeg", 0.70), ("screenshot.png", "png", 0.70),
    ("alpha.png", "png", 0.70),
]


def plain_program(folder):
    """Compiles the program that affix is held against."""
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "vips"], check=True, stdout=subprocess.PIPE).stdout
    program = f"{folder}/plain"
    subprocess.run(["cc", "-O2", root / "scripts/benches/plain.c", "-o", program] + flags.decode().split(), check=True)
    return program


def pictures():
    """The folder with the pictures, which are made once."""
    folder = root / ".build/bench-pictures"
    subprocess.run([root / "scripts/benches/pictures.sh", folder], check=True)
    return folder


def ours(bin, picture, runs, folder):
    """Median milliseconds of the render stage, the proof of the result included, and the last receipt.

    Two workers are allowed and one job runs at a time, so that a picture has one thread.
    """
    shutil.rmtree(f"{folder}/shelf", ignore_errors=True)
    command = [f"{bin}/affix", "prepare", "--json", "--workers", "2", "--jobs", "1", "--shelf", f"{folder}/shelf",
               "--state", f"{folder}/state"] + [str(picture)] * (runs + 1)
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
    receipts = [json.loads(line) for line in output.splitlines()]
    return statistics.median(receipt["timings"]["render"] for receipt in receipts[1:]), receipts[-1]


def run(runs=9, rounds=3):
    bin = ready()
    folder_of_pictures = pictures()
    print(f"to 1024x1024, cropped in the middle: medians of {rounds} rounds in turn, {runs} runs each; one thread")
    print(f"{'':24}{'libvips ms':>12}{'affix ms':>10}{'ratio':>7}{'goal':>7}   became")
    with tempfile.TemporaryDirectory(dir=root / ".build") as folder:
        plain = plain_program(folder)
        for name, form, goal in PICTURES:
            pairs = []
            for _ in range(rounds):
                # libvips has a word to say about every picture of four inks that has no profile.
                words = subprocess.run([plain, str(runs), form, folder_of_pictures / name], check=True,
                                       env=os.environ | {"VIPS_WARNING": "0"}, stdout=subprocess.PIPE).stdout.split()
                time, receipt = ours(bin, folder_of_pictures / name, runs, folder)
                pairs.append((float(words[0]), time))
            theirs, mine = (statistics.median(column) for column in zip(*pairs))
            ratio = statistics.median(b / a for a, b in pairs)
            facts = receipt["facts"]
            print(f"{name:24}{theirs:12.1f}{mine:10.1f}{ratio:7.2f}{goal or '':>7}   {facts['kind']}, {facts['bytes']} bytes")
