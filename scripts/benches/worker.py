"""Speaks to one affix-worker as the front does, to measure a render alone."""
import array, json, os, socket, subprocess


class Worker:
    def __init__(self, program, threads=1):
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # The worker expects its line as descriptor 3.
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$0" {threads} 3<&{far.fileno()} {far.fileno()}<&-', program],
            pass_fds=[far.fileno()])
        far.close()
        self.line = near
        self.receive()

    def receive(self):
        packet = self.line.recv(1 << 16)
        if not packet:
            raise RuntimeError(f"the worker ended: {self.process.wait()}")
        answer = json.loads(packet)
        if "failed" in answer:
            raise RuntimeError(answer)
        return answer

    def ask(self, request, *descriptors):
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))]
        self.line.sendmsg([json.dumps(request).encode()], rights)
        return self.receive()

    def peak(self):
        """The highest resident size so far, in MB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024

    def close(self):
        self.line.close()
        self.process.wait()


def animate(worker, path, kind, source, box, size, goal=3_000_000):
    """Renders an animation; the finished bytes and the report."""
    left, top, width, height = box
    crop = {"box": dict(x=left, y=top, width=width, height=height),
            "unit": dict(x=left / source[0], y=top / source[1], width=width / source[0], height=height / source[1])}
    still = {"kind": kind, "width": size[0], "height": size[1], "crop": crop, "isShrinking": True, "quality": 82,
             "goal": 300_000}
    recipe = {"kind": kind, "width": size[0], "height": size[1], "left": left, "top": top, "sourceWidth": width,
              "sourceHeight": height, "crop": crop, "goal": goal, "isSourceFitting": False, "still": still}
    output = os.memfd_create("rendition")
    with open(path, "rb") as media:
        request = {"animate": {"bytes": os.path.getsize(path), "recipe": recipe}}
        report = worker.ask(request, media.fileno(), output)["rendered"]["_0"]
    count = os.lseek(output, 0, os.SEEK_END)
    content = os.pread(output, count, 0)
    os.close(output)
    return content, report
