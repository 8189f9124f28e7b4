"""A list of pictures as files: by one batch, and by two machines of a queue with as many workers; and what a job costs."""
import json, os, shutil, signal, subprocess, sys, tempfile, time

from batch import SAMPLES
from fetch import free_port
from machine import ready, root

PICTURES = 1_000
JOBS = 20_000


class Server:
    """A NATS server of our own on a loopback port, stopped by its own process number."""

    def __init__(self, folder):
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        with open(f"{folder}/nats.conf", "w") as file:
            file.write(f'server_name: bench, listen: "127.0.0.1:{self.port}", log_file: "{folder}/nats.log"\n'
                       f'jetstream {{ store_dir: "{folder}/nats" }}\n')
        self.process = subprocess.Popen(["nats-server", "-c", f"{folder}/nats.conf"])
        for _ in range(200):
            if os.path.exists(f"{folder}/nats.log") and "Server is ready" in open(f"{folder}/nats.log").read():
                return
            time.sleep(0.05)
        sys.exit("nats-server did not start")

    def cpu(self):
        """Processor seconds used so far."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def batch(bin, folder, manifest, journal, *options):
    """Wall and processor seconds, and the summary of one batch."""
    before = os.times()
    start = time.perf_counter()
    done = subprocess.run(
        [f"{bin}/affix", "batch", manifest, "--out", f"{folder}/{journal}", "--json", "--state", f"{folder}/state", *options], stdout=subprocess.PIPE, cwd=folder)
    wall = time.perf_counter() - start
    after = os.times()
    if done.returncode != 0:
        sys.exit(f"affix batch ended with {done.returncode}")
    return wall, after.children_user + after.children_system - before.children_user - before.children_system, json.loads(done.stdout)


def alone_options(folder):
    """What a batch without a queue is told that a machine of a fleet is told else."""
    return ["--shelf", f"{folder}/shelf", "--no-index", "--index-store", "sqlite"]


def machines(bin, folder, server, count, workers, jobs, *options):
    """Machines of a fleet; several of them have a core each, as one batch beside them has all cores."""
    pin = lambda number: ["taskset", "-c", str(number)] if count > 1 else []
    return [subprocess.Popen(
        [*pin(number), f"{bin}/affix", "consume", "--queue", server.url, "--workers", str(workers), "--jobs", str(jobs), "--shelf",
         f"{folder}/shelf", "--state", f"{folder}/state-{number}", "--json", "--no-index", *options],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder) for number in range(count)]


def stop(processes):
    for process in processes:
        process.send_signal(signal.SIGTERM)
    for process in processes:
        if process.wait() != 0:
            sys.exit("affix consume did not end well")


def pictures(bin, folder, server, count):
    os.makedirs(f"{folder}/in")
    with open(f"{folder}/files", "w") as files:
        for place in range(count):
            sample = SAMPLES[place % len(SAMPLES)]
            path = f"{folder}/in/{place}{os.path.splitext(sample)[1]}"
            shutil.copyfile(root / "media-samples/images" / sample, path)
            files.write(path + "\n")
    alone = queued = 0
    for turn in range(2):
        shutil.rmtree(f"{folder}/shelf", ignore_errors=True)
        alone += batch(bin, folder, f"{folder}/files", f"alone-{turn}", *alone_options(folder), "--workers", "2", "--jobs", "8")[0]
        shutil.rmtree(f"{folder}/shelf", ignore_errors=True)
        fleet = machines(bin, folder, server, 2, 1, 4)
        queued += batch(bin, folder, f"{folder}/files", f"queued-{turn}", "--queue", server.url)[0]
        stop(fleet)
    print(f"{count} pictures, mean of 2 runs in turn: one batch with 2 workers {2 * count / alone:.1f}/s, two machines with 1 "
          f"each {2 * count / queued:.1f}/s: {alone / queued:.2f} (goal: at least 0.95)")


def jobs(bin, folder, server, count):
    """Jobs that are refused before any work: what is left is the queue."""
    with open(f"{folder}/refused", "w") as file:
        file.writelines(f"ftp://host/{place}\n" for place in range(count))
    alone = batch(bin, folder, f"{folder}/refused", "alone-refused", *alone_options(folder), "--jobs", "64")
    before = server.cpu()
    fleet = machines(bin, folder, server, 1, 1, 64)
    queued = batch(bin, folder, f"{folder}/refused", "queued-refused", "--queue", server.url)
    served = server.cpu() - before
    ticks = open(f"/proc/{fleet[0].pid}/stat").read().rsplit(")", 1)[1].split()
    worked = (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
    stop(fleet)
    print(f"{count} jobs without work: alone {count / alone[0]:.0f}/s, by the queue {count / queued[0]:.0f}/s; processor time of "
          f"each job: list {queued[1] / count * 1e6:.0f} us, server {served / count * 1e6:.0f} us, "
          f"machine {worked / count * 1e6:.0f} us")


def run(count=PICTURES):
    bin = ready()
    with tempfile.TemporaryDirectory(dir=root / ".build") as folder:
        server = Server(folder)
        try:
            jobs(bin, folder, server, JOBS if count >= PICTURES else JOBS // 10)
            pictures(bin, folder, server, count)
        finally:
            server.stop()
