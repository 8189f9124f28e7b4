"""Posters of movies and pictures of sounds, against ffmpeg's own still and its own picture of a sound."""
import json, statistics, subprocess, tempfile, time

from machine import ready, root

CASES = {
    "1080p, lively from the start": "mandelbrot=s=1920x1080:r=30",
    "720p, a second of black": "color=black:s=1280x720:r=30:d=1[a];mandelbrot=s=1280x720:r=30[b];[a][b]concat",
}
SOUND = "anoisesrc=a=0.5:c=pink:seed=1,tremolo=f=0.3:d=0.9"


def ffmpeg(*arguments):
    """Milliseconds that ffmpeg takes."""
    start = time.perf_counter()
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *arguments], check=True)
    return 1000 * (time.perf_counter() - start)


def total(bin, folder, source, runs, *options):
    """Median milliseconds of one item in a process that prepares it again and again, one at a time."""
    command = [f"{bin}/affix", "prepare", "--json", "--workers", "2", "--jobs", "1", "--shelf", f"{folder}/shelf",
               "--state", f"{folder}/state", *options] + [source] * (runs + 1)
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
    receipts = [json.loads(line) for line in output.splitlines()]
    for variant in (variant for receipt in receipts for variant in receipt["variants"]):
        if variant["problem"]:
            raise SystemExit(variant["problem"]["message"])
    return statistics.median(receipt["timings"]["total"] for receipt in receipts[1:])


def compare(bin, folder, name, source, variant, theirs, goal, runs, rounds=3):
    rows = []
    for _ in range(rounds):
        ours = total(bin, folder, source, runs, "--variants", variant) - total(bin, folder, source, runs)
        rows.append((ours, statistics.median(ffmpeg(*theirs) for _ in range(runs))))
    ours, plain = (statistics.median(column) for column in zip(*rows))
    ratio = statistics.median(a / b for a, b in rows)
    print(f"{name}: {variant} {ours:.0f} ms, ffmpeg {plain:.0f} ms: {ratio:.2f}" + (f" (goal: at most {goal})" if goal else ""))


def run(runs=5):
    bin = ready()
    with tempfile.TemporaryDirectory(dir=root / ".build") as folder:
        for place, (name, drawing) in enumerate(CASES.items()):
            source = f"{folder}/{place}.mp4"
            ffmpeg("-f", "lavfi", "-t", "6", "-i", drawing, "-c:v", "libx264", "-preset", "veryfast", "-b:v", "4M",
                   "-pix_fmt", "yuv420p", "-movflags", "+faststart", source)
            # ffmpeg's still is the first frame: to pass over black it would have to be told how much there is.
            still = ["-i", source, "-frames:v", "1", f"{folder}/still.jpg"]
            compare(bin, folder, name, source, "poster", still, 1.1 if place == 0 else None, runs)
        source = f"{folder}/sound.mp3"
        ffmpeg("-f", "lavfi", "-t", "120", "-i", SOUND, "-c:a", "libmp3lame", "-b:a", "128k", source)
        wave = ["-i", source, "-lavfi", "showwavespic=s=1024x1024", "-frames:v", "1", f"{folder}/wave.png"]
        compare(bin, folder, "two minutes of sound", source, "waveform", wave, None, runs)
