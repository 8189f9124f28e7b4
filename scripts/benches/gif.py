"""Animated GIFs: affix's worker beside gifsicle -O2, ffmpeg with a palette, and libvips, in one run.

Called by scripts/bench gif. The quality figure is the SSIM of all frames against a cubic reference resize of the source's frames.
"""
import pathlib, re, shutil, statistics, subprocess, tempfile, time
from worker import Worker, animate

CASES = (
    ("480x270, 60 frames, to 256x256", "testsrc2=s=480x270:r=20,noise=alls=8:allf=t:all_seed=1", 60,
     (480, 270), (105, 0, 270, 270), (256, 256)),
    ("800x600, 30 frames, to 480x480", "mandelbrot=s=800x600:r=15,noise=alls=4:allf=t:all_seed=1", 30,
     (800, 600), (100, 0, 600, 600), (480, 480)),
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


def measure(bin, runs):
    with tempfile.TemporaryDirectory() as name:
        for words, drawing, frames, source, box, size in CASES:
            folder = pathlib.Path(name)
            gif, reference = str(folder / "source.gif"), str(folder / "reference.avi")
            # Drawn to a file first: a palette of a source without end would wait for its end.
            ffmpeg("-f", "lavfi", "-i", drawing, "-frames:v", str(frames), "-c:v", "ffv1", reference)
            ffmpeg("-i", reference, "-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", gif)
            left, top, width, height = box
            shape = f"crop={width}:{height}:{left}:{top},scale={size[0]}:{size[1]}:flags=bicubic"
            ffmpeg("-i", gif, "-vsync", "passthrough", "-vf", shape + ",format=gbrp", "-c:v", "ffv1", reference)
            workers = {f"affix, {count} thread{'s' * (count > 1)}": Worker(f"{bin}/affix-worker", count) for count in (1, 2)}

            def ours(worker):
                content, _ = animate(worker, gif, "gif", source, box, size)
                (folder / "affix.gif").write_bytes(content)
                return "affix.gif"

            def theirs(file, *command):
                quiet(*command)
                return file

            # libvips' tools cannot crop an animation: it is given the crop, so that its time is a lower bound.
            cropped = str(folder / "cropped.gif")
            quiet("gifsicle", "--crop", f"{left},{top}+{width}x{height}", gif, "-o", cropped)
            rows = {name: (lambda worker=worker: ours(worker)) for name, worker in workers.items()}
            rows["gifsicle -O2"] = lambda: theirs(
                "gifsicle.gif", "gifsicle", "-O2", "--crop", f"{left},{top}+{width}x{height}", "--resize",
                f"{size[0]}x{size[1]}", gif, "-o", str(folder / "gifsicle.gif"))
            rows["ffmpeg palette"] = lambda: theirs(
                "ffmpeg.gif", "ffmpeg", "-nostdin", "-y", "-i", gif, "-vf",
                shape + ",split[a][b];[a]palettegen[p];[b][p]paletteuse", str(folder / "ffmpeg.gif"))
            rows["vipsthumbnail (no crop)"] = lambda: theirs(
                "vips.gif", "vipsthumbnail", cropped + "[n=-1]", "--size", f"{size[0]}x{size[1]}", "-o",
                str(folder / "vips.gif") + "[effort=3]")
            times = {row: [] for row in rows}
            files = {}
            for _ in range(runs):
                for row, run in rows.items():
                    start = time.perf_counter()
                    files[row] = str(folder / run())
                    times[row].append(time.perf_counter() - start)
            print(f"\n{words}: medians of {runs} runs in turn")
            print(f"{'':26}{'ms':>7}{'kB':>8}{'SSIM':>8}{'of gifsicle':>13}")
            for row in rows:
                kilobytes = pathlib.Path(files[row]).stat().st_size / 1000
                ratio = statistics.median(a / b for a, b in zip(times[row], times["gifsicle -O2"]))
                print(f"{row:26}{1000 * statistics.median(times[row]):7.0f}{kilobytes:8.0f}"
                      f"{quality(files[row], reference):8.4f}{ratio:13.2f}")
            for row, worker in workers.items():
                print(f"{row}: peak {worker.peak():.0f} MB")
                worker.close()
