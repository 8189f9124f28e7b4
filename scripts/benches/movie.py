"""Packing a movie anew, against cp of the same file and ffmpeg's own copy."""
import os, statistics, subprocess, tempfile, time

from machine import install, ready, root, shell

MEGABYTES = 60
# What each case is made of, and what it asks of the worker: its index moved, its codec renamed, its metadata left out.
CASES = {
    "faststart": ("mp4", ["-c:v", "libx264", "-preset", "ultrafast"], []),
    "retag": ("mov", ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error"], ["-tag:v", "hev1"]),
    "strip": ("mp4", ["-c:v", "libx264", "-preset", "ultrafast"], ["-metadata", "title=A title", "-movflags", "+faststart"]),
}


def make(path, coding, packing):
    """A movie of noise, which no codec makes smaller, cut to the size."""
    source = ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=30,noise=alls=60:allf=t", "-f", "lavfi", "-i", "sine"]
    command = ["ffmpeg", "-nostdin", "-v", "error", "-y", *source, "-t", "60", "-fs", str(MEGABYTES * 1_000_000)]
    subprocess.run(command + coding + ["-b:v", "24M", "-pix_fmt", "yuv420p", "-c:a", "aac", *packing, path], check=True)


def timed(command, output):
    """Milliseconds of a command that makes a new file."""
    if os.path.exists(output):
        os.unlink(output)
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - start)


def run(runs=11):
    install()
    bin = shell("build_for_bench remux-loop")
    with tempfile.TemporaryDirectory(dir=root / ".build") as folder:
        for name, (kind, coding, packing) in CASES.items():
            source, output = f"{folder}/{name}.{kind}", f"{folder}/output.mp4"
            make(source, coding, packing)
            copy = ["cp", source, output]
            theirs = ["ffmpeg", "-nostdin", "-v", "error", "-i", source, "-c", "copy", "-movflags", "+faststart", output]
            times = {"affix": [], "cp": [], "ffmpeg": []}
            for turn in range(runs + 1):
                measured = {"cp": timed(copy, output), "ffmpeg": timed(theirs, output), "affix": loop(bin, kind, source, output)}
                if turn > 0:
                    for program, milliseconds in measured.items():
                        times[program].append(milliseconds)
            report(name, os.path.getsize(source), times)
            os.unlink(source)
        transcode(folder, max(1, runs // 4))


def transcode(folder, runs):
    """A minute of 1080p to thirty seconds of 720p: the whole of `affix prepare`, against the ffmpeg command alone."""
    source, output = f"{folder}/minute.mp4", f"{folder}/output.mp4"
    scene = ["-f", "lavfi", "-t", "60", "-i", "testsrc2=s=1920x1080:r=30", "-f", "lavfi", "-t", "60", "-i", "sine"]
    coding = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "1000", "-c:a", "aac"]
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *scene, *coding, source], check=True)
    bin = ready()
    shell("build_for_bench transcode-words")
    affix = [f"{bin}/affix", "prepare", "--shelf", f"{folder}/shelf", "--state", f"{folder}/state", "-o", output, source]
    # The very words that ffmpeg is given inside affix, and its niceness.
    words = subprocess.run([f"{bin}/transcode-words", source, output], check=True, stdout=subprocess.PIPE).stdout.decode()
    theirs = ["nice", "ffmpeg", *words.splitlines()]
    # Of x264's threads affix takes one, since two make another file each time.
    place = theirs.index("-threads:v") + 1
    quicker = theirs[:place] + ["2"] + theirs[place + 1:]
    rows = []
    for turn in range(runs + 1):
        row = timed(affix, output), timed(theirs, output), timed(quicker, output)
        if turn > 0:
            rows.append(row)
    ours, same, two = (statistics.median(column) / 1000 for column in zip(*rows))
    to_same, to_two = (statistics.median(row[0] / row[place] for row in rows) for place in (1, 2))
    print(f"transcode, 60 s of 1080p to 30 s of 720p: affix {ours:.1f} s, ffmpeg with the same settings {same:.1f} s: "
          f"{to_same:.2f} (goal: at most 1.05); with two threads, which make another file each time, {two:.1f} s: {to_two:.2f}")


def loop(bin, kind, source, output):
    """Milliseconds inside a process that runs already and has done so before, as a worker has."""
    command = [f"{bin}/remux-loop", kind, "mp4", source, output, "2"]
    words = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
    return float(words.splitlines()[-1].split()[0])


def report(name, size, times):
    middle = {program: statistics.median(values) for program, values in times.items()}
    to_cp = statistics.median(ours / cp for ours, cp in zip(times["affix"], times["cp"]))
    to_ffmpeg = statistics.median(theirs / ours for ours, theirs in zip(times["affix"], times["ffmpeg"]))
    print(f"{name}, {size / 1e6:.0f} MB: affix {middle['affix']:.0f} ms, cp {middle['cp']:.0f} ms, "
          f"ffmpeg copy {middle['ffmpeg']:.0f} ms: {to_cp:.2f} of cp (goal: at most 1.3), "
          f"{to_ffmpeg:.1f} times as fast as ffmpeg (goal: at least 3)")
