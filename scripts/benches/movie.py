"""Packing a movie anew, against cp of the same file and ffmpeg's own copy."""
import os, statistics, subprocess, tempfile, time

from machine import install, root, shell

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


# What `affix prepare` has ffmpeg do with a movie of a minute, as Sources/Transcoding writes it.
SETTINGS = (
    "-map_metadata -1 -map_chapters -1 -t 30 -map 0:V:0 -vf bwdif=mode=send_frame:deint=interlaced,"
    "scale=w=1280:h=720:flags=bicubic:out_range=tv,format=yuv420p,setsar=1 -fps_mode vfr -c:v libx264 -threads:v 2 "
    "-preset veryfast -profile:v high -pix_fmt yuv420p -crf 23 -maxrate {bits} -bufsize {bits} -map 0:a:0? -c:a aac "
    "-b:a {sound} -ac 1 -ar 44100 -af aresample=async=1000:first_pts=0 -fflags +bitexact -flags:v +bitexact "
    "-flags:a +bitexact -max_muxing_queue_size 4096 -movflags +faststart -f mp4"
)


def transcode(folder, runs):
    """A minute of 1080p to thirty seconds of 720p: the whole of `affix prepare`, against the ffmpeg command alone."""
    source, output = f"{folder}/minute.mp4", f"{folder}/output.mp4"
    scene = ["-f", "lavfi", "-t", "60", "-i", "testsrc2=s=1920x1080:r=30", "-f", "lavfi", "-t", "60", "-i", "sine"]
    coding = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "1000", "-c:a", "aac"]
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *scene, *coding, source], check=True)
    bin = shell("build_for_bench affix")
    affix = [f"{bin}/affix", "prepare", "--shelf", f"{folder}/shelf", "--state", f"{folder}/state", "-o", output, source]
    bits, sound = rates(5_000_000, 30)
    settings = SETTINGS.format(bits=bits, sound=sound).split()
    theirs = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-threads", "2", "-f", "mov", "-i", source, *settings, output]
    ratios, ours = [], []
    for turn in range(runs + 1):
        measured = (timed(affix, output), timed(["nice", *theirs], output))
        if turn > 0:
            ours.append(measured[0])
            ratios.append(measured[0] / measured[1])
    print(f"transcode, 60 s of 1080p to 30 s of 720p: affix {statistics.median(ours) / 1000:.1f} s, "
          f"{statistics.median(ratios):.2f} of ffmpeg with the same settings (goal: at most 1.05)")


def rates(goal, seconds):
    """Bits a second of picture and sound, as the rulebook finds them."""
    sound = 96_000
    return int((0.96 * goal * 8 - sound * seconds) / (seconds + 1)), sound



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
