"""Whole items beside the rendering alone, one worker beside one for each core, and the memory of a long mixed list."""
import json, os, statistics, subprocess, tempfile, time

from machine import family, install, measure, root, shell

# A photograph, a large one and a drawing, all of which are rendered.
PICTURES = ["photo-1200x800.jpg", "photo-12mp-rotated.jpg", "screenshot.png"]
# What a mixed list is made of.
MIXED = ["photo-12mp-rotated.jpg", "photo-1200x800.jpg", "photo-progressive.jpg", "photo-cmyk.jpg", "photo.webp",
         "photo.heic", "photo.avif", "screenshot.png", "alpha.png", "animated.gif", "animated.webp", "deep-16bit.png"]


def affix(bin, folder, sources, *options):
    """The command that prepares many files, with a shelf of its own for each call."""
    place = tempfile.mkdtemp(dir=folder)
    return [f"{bin}/affix", "prepare", "--json", "--shelf", f"{place}/shelf", "--state", f"{place}/state",
            *options, *map(str, sources)]


def timings(bin, folder, copies):
    """What each of many files took, the first ones left out: one job at a time, and two workers, so that each has one thread."""
    command = affix(bin, folder, copies, "--workers", "2", "--jobs", "1")
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.splitlines()
    return [json.loads(line)["timings"] for line in lines][2:]


def overhead(bin, folder, runs):
    print("one item at a time in a preparer that is warm: medians of 3 rounds, ms")
    print(f"{'':24}{'rendering':>10}{'in memory':>11}{'more':>7}{'on disk':>9}{'of it publishing':>18}")
    for name in PICTURES:
        copies = [f"{folder}/{turn}-{name}" for turn in range(runs + 2)]
        for turn, copy in enumerate(copies):
            # Each a little brighter than the one before, so that each is published anew.
            subprocess.run(["vips", "linear", root / "media-samples/images" / name, copy, "1", str(turn), "--uchar"], check=True)
        rows = []
        for _ in range(3):
            words = subprocess.run([f"{bin}/render-loop", "time", copies[0], str(runs + 1)], check=True, stdout=subprocess.PIPE)
            pure = statistics.median(float(word) for word in words.stdout.split()[1:])
            with tempfile.TemporaryDirectory(dir="/dev/shm") as memory:
                whole = statistics.median(t["total"] for t in timings(bin, memory, copies))
            disk = timings(bin, folder, copies)
            rows.append((pure, whole, whole - pure, statistics.median(t["total"] for t in disk),
                         statistics.median(t["publish"] for t in disk)))
        pure, whole, more, disk, publishing = (statistics.median(column) for column in zip(*rows))
        print(f"{name:24}{pure:10.1f}{whole:11.1f}{more:7.1f}{disk:9.1f}{publishing:18.1f}")
    print("goal: at most 3 ms more; a disk takes its own time to keep what it is given\n")


def throughput(bin, folder, runs):
    cores = os.cpu_count()
    copies = [f"{folder}/{turn}-{name}" for name in PICTURES for turn in range(runs + 2)] * 3
    ratios = []
    for _ in range(3):
        rates = []
        for width in [1, cores]:
            # One worker alone would use all cores for one picture: a second one stands idle beside it. Several jobs keep
            # all of them at work while files are opened and published.
            jobs = ["--workers", str(cores), "--jobs", str(1 if width == 1 else 4 * cores)]
            rates.append(len(copies) / measure(affix(bin, folder, copies, *jobs), watch=False)[0])
        ratios.append((rates[1] / rates[0], *rates))
    ratio, one, all = (statistics.median(column) for column in zip(*ratios))
    print(f"{len(copies)} pictures: {one:.1f}/s by one worker, {all:.1f}/s by {cores}: {ratio:.2f} times "
          f"(goal: at least {0.9 * cores:.1f})\n")


def resident(pid):
    """Resident megabytes of a process."""
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


def watched(command):
    """The highest resident memory, in MB, of the front and of all its workers at one time."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    front = workers = 0
    while process.poll() is None:
        try:
            sizes = [resident(member) for member in family(process.pid)]
            front, workers = max(front, sizes[0]), max(workers, sum(sizes[1:]))
        except (FileNotFoundError, ProcessLookupError):
            # One of them ended in the middle of being looked at.
            pass
        time.sleep(0.002)
    if process.returncode != 0:
        raise SystemExit(f"{command[0]} failed")
    return front, workers


def memory(bin, folder):
    for count in [100, 400]:
        sources = [root / "media-samples/images" / MIXED[place % len(MIXED)] for place in range(count)]
        # Equal sources are prepared once: each of these has a name of its own.
        names = [f"{folder}/mixed-{place}{source.suffix}" for place, source in enumerate(sources)]
        for source, name in zip(sources, names):
            if not os.path.exists(name):
                os.symlink(source, name)
        front, workers = watched(affix(bin, folder, names))
        print(f"{count} mixed items by {os.cpu_count()} workers: peak {front:.0f} MB in front, {workers:.0f} MB of workers together")


def run(runs=9):
    install()
    shell("build_for_bench render-loop")
    bin = shell("build_release")
    with tempfile.TemporaryDirectory(dir=root / ".build") as folder:
        overhead(bin, folder, runs)
        throughput(bin, folder, runs)
        memory(bin, folder)
