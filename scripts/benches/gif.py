"""Animated GIFs, against gifsicle -O2, ffmpeg with a palette, and vipsthumbnail.

The quality figure is the SSIM of all frames against a cubic resize of the source's frames.
"""
import json, pathlib, re, shutil, statistics, subprocess, tempfile, time

from machine import measure, ready, root

CASES = (
    ("480x270, 60 frames, to 256x256", "testsrc2=s=480x270:r=20,noise=alls=8:allf=t:all_seed=1", 60,
     (105, 0, 270, 270), (256, 256)),
    ("800x600, 30 frames, to 480x480", "mandelbrot=s=800x600:r=15,noise=alls=4:allf=t:all_seed=1", 30,
     (100, 0, 600, 600), (480, 480)),
)


def quiet(*command):
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def ffmpeg(*arguments):
    quiet("ffmpeg", "-nostdin", "-y", *arguments)


def quality(result, reference):
    words = subprocess.run(
        ["ffmpeg", "-nostdin", "-i", result, "-i", reference, "-lavfi", "[0]setpts=N[a];[1]setpts=N[b];[a][b]ssim",
         "-f", "null", "-"], check=True, capture_output=True).stderr.decode()
    return float(re.search(r"All:([0-9.]+)", words).group(1))


class Ours:
    """affix prepare; what counts is the render stage, the proof of the result included.

    One job runs at a time: of two workers each has one thread, a single one has two.
    """
    def __init__(self, bin, gif, size, workers, folder):
        self.shelf = folder / f"shelf-{workers}"
        self.command = [f"{bin}/affix", "prepare", "--json", "--workers", str(workers), "--jobs", "1",
                        "--width", str(size[0]), "--height", str(size[1]), "--shelf", str(self.shelf),
                        "--state", str(folder / "state"), gif]

    def __call__(self):
        """Seconds, and the finished file."""
        shutil.rmtree(self.shelf, ignore_errors=True)
        receipt = json.loads(subprocess.run(self.command, check=True, stdout=subprocess.PIPE).stdout)
        return receipt["timings"]["render"] / 1000, next(self.shelf.rglob("*.gif"))

    def memory(self):
        """Peak of the front and its worker in MB."""
        shutil.rmtree(self.shelf, ignore_errors=True)
        return measure(self.command, watch=True)[2]


class Theirs:
    """Another program, from its start to its end."""
    def __init__(self, file, *command):
        self.file, self.command = file, command

    def __call__(self):
        start = time.perf_counter()
        quiet(*self.command)
        return time.perf_counter() - start, self.file

    def memory(self):
        return measure(self.command, watch=True)[2]


def contenders(bin, gif, box, size, folder):
    left, top, width, height = box
    crop, frame = f"{left},{top}+{width}x{height}", f"{size[0]}x{size[1]}"
    shape = f"crop={width}:{height}:{left}:{top},scale={size[0]}:{size[1]}:flags=bicubic"
    # vipsthumbnail cannot crop an animation: it is given the crop, so that its time is a lower bound.
    cropped = str(folder / "cropped.gif")
    quiet("gifsicle", "--crop", crop, gif, "-o", cropped)
    sicle, mpeg, vips = (folder / name for name in ("gifsicle.gif", "ffmpeg.gif", "vips.gif"))
    return {
        "affix, 1 thread": Ours(bin, gif, size, 2, folder),
        "affix, 2 threads": Ours(bin, gif, size, 1, folder),
        "gifsicle -O2": Theirs(sicle, "gifsicle", "-O2", "--crop", crop, "--resize", frame, gif, "-o", str(sicle)),
        "ffmpeg palette": Theirs(mpeg, "ffmpeg", "-nostdin", "-y", "-i", gif, "-vf",
                                 shape + ",split[a][b];[a]palettegen[p];[b][p]paletteuse", str(mpeg)),
        "vipsthumbnail, no crop": Theirs(vips, "vipsthumbnail", cropped + "[n=-1]", "--size", frame, "-o",
                                         f"{vips}[effort=3]"),
    }


def run(runs=9):
    bin = ready()
    for words, drawing, frames, box, size in CASES:
        with tempfile.TemporaryDirectory(dir=root / ".build") as name:
            folder = pathlib.Path(name)
            gif, reference = str(folder / "source.gif"), str(folder / "reference.avi")
            # Drawn to a file first: a palette of a source without end would wait for its end.
            ffmpeg("-f", "lavfi", "-i", drawing, "-frames:v", str(frames), "-c:v", "ffv1", reference)
            ffmpeg("-i", reference, "-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", gif)
            left, top, width, height = box
            ffmpeg("-i", gif, "-vsync", "passthrough", "-vf",
                   f"crop={width}:{height}:{left}:{top},scale={size[0]}:{size[1]}:flags=bicubic,format=gbrp",
                   "-c:v", "ffv1", reference)
            rows = contenders(bin, gif, box, size, folder)
            times = {row: [] for row in rows}
            files = {}
            for turn in range(runs + 1):
                for row, contender in rows.items():
                    seconds, files[row] = contender()
                    if turn > 0:
                        times[row].append(seconds)
            print(f"\n{words}: medians of {runs} runs in turn")
            print(f"{'':24}{'ms':>7}{'kB':>8}{'SSIM':>8}{'peak MB':>9}{'of gifsicle':>13}")
            for row, contender in rows.items():
                ratio = statistics.median(a / b for a, b in zip(times[row], times["gifsicle -O2"]))
                print(f"{row:24}{1000 * statistics.median(times[row]):7.0f}{files[row].stat().st_size / 1000:8.0f}"
                      f"{quality(str(files[row]), reference):8.4f}{contender.memory():9.0f}{ratio:13.2f}")
    print("\ngoal for affix: at most 0.70 of gifsicle's time, with a file no larger")
