"""Measures recognition of every sample: in process, beside libmagic in the same process; and programs that do alike.

Besides media-samples it reads larger files, made on the spot, for the rates.
"""
import pathlib, shutil, statistics, subprocess, sys, tempfile, time

from machine import root

programs = [["file", "-b"], ["identify", "-ping"], ["vipsheader"], ["ffprobe", "-v", "quiet", "-show_streams"]]


def process_time(command, runs):
    """Median milliseconds of a program from start to end, whatever it says of the file."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def large_files(folder):
    """Files of the kinds that are read from end to end, large enough to show a rate: noise hardly packs."""
    made = []
    for name, options in {"noise.png": "", "noise.jpg": "[Q=95]", "noise.gif": ""}.items():
        side = 1500 if name.endswith("gif") else 3000
        raw, path = f"{folder}/{name}.v", f"{folder}/{name}"
        subprocess.run(["vips", "gaussnoise", raw, str(side), str(side), "--mean", "128", "--sigma", "40", "--seed", "1"],
                       check=True)
        subprocess.run(["vips", "cast", raw, f"{folder}/{name}.c.v", "uchar"], check=True)
        subprocess.run(["vips", "copy", f"{folder}/{name}.c.v", path + options, "--interpretation", "b-w"], check=True)
        made.append(path)
    return made


def run(runs=7):
    subprocess.run(["swift", "build", "-c", "release", "--product", "recognition-loop", "--package-path", root],
                   check=True, stdout=sys.stderr)
    loop = root / ".build/release/recognition-loop"
    with tempfile.TemporaryDirectory() as folder:
        files = sorted(str(path) for part in ["images", "movies", "audio", "hostile"]
                       for path in (root / "media-samples" / part).iterdir())
        files += large_files(folder)
        lines = subprocess.run([loop, "time", *files], check=True, stdout=subprocess.PIPE).stdout.decode().splitlines()
        print(f"{'in process':32}{'kB':>9}{'affix us':>10}{'libmagic us':>12}{'ratio':>7}{'MB/s':>8}")
        ratios = []
        for line in lines:
            path, size, ours, theirs = line.split("\t")
            size, ours, theirs = int(size), float(ours), float(theirs)
            ratios.append(ours / theirs)
            print(f"{pathlib.Path(path).name:32}{size / 1000:9.0f}{ours:10.1f}{theirs:12.1f}{ratios[-1]:7.2f}{size / ours:8.0f}")
        print(f"median ratio {statistics.median(ratios):.2f}")
        photo = str(root / "media-samples/images/photo-1200x800.jpg")
        for program in programs:
            if shutil.which(program[0]):
                print(f"{program[0]:32}{process_time(program + [photo], runs):9.1f} ms as a process, on {pathlib.Path(photo).name}")

