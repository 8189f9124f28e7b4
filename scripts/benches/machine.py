"""What the benches share: building, and watching a process."""
import os, pathlib, subprocess, sys, time

root = pathlib.Path(__file__).resolve().parent.parent.parent


def install():
    """Installs what the benches need."""
    subprocess.run([root / "scripts/setup", "--bench"], check=True)


def ready():
    """Installs what the benches need, builds the programs as they are shipped, and returns their folder."""
    install()
    return shell("build_release")


def shell(words):
    """What a line of shell prints, with the verbs of scripts/lib.sh at hand."""
    line = f'source "{root}/scripts/lib.sh"; {words}'
    return subprocess.run(["bash", "-c", line], check=True, stdout=subprocess.PIPE).stdout.decode().strip()


def family(pid):
    """A process and all below it."""
    members = [pid]
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            members += family(int(child))
    return members


def highs(pid):
    """The highest resident sizes, in kB, of those of a family that are there now, together."""
    texts = [pathlib.Path(f"/proc/{member}/status").read_text() for member in family(pid)]
    return sum(int(line.split()[1]) for text in texts for line in text.splitlines() if line.startswith("VmHWM"))


def own_seconds(pid):
    """Processor seconds of a process itself, without those of its children; waits until it has ended."""
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(command, watch, output=subprocess.DEVNULL, own=None):
    """Wall and processor seconds, and, when watched, the summed peak memory in MB. Watching costs time: never both.

    A list given as `own` gets the processor seconds of the process without its children."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE)
    peak = 0
    while watch and process.poll() is None:
        try:
            peak = max(peak, highs(process.pid))
        except (FileNotFoundError, ProcessLookupError):
            pass
        time.sleep(0.001)
    words = process.stderr.read().decode()
    if own is not None:
        own.append(own_seconds(process.pid))
    _, status, used = os.wait4(process.pid, 0) if process.returncode is None else (0, process.returncode, None)
    wall = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{command[0]} failed: {words}")
    cpu = used.ru_utime + used.ru_stime if used else 0
    return wall, cpu, peak / 1024
