"""The service, and a host that it may fetch from, each on a port of its own of 127.0.0.1."""
import http.server, pathlib, shutil, subprocess, tempfile, threading


class Host:
    """Serves the samples, whatever query follows their names."""

    def __init__(self, folder):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=str(folder))

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_address[1]

    def url(self, path):
        return f"http://127.0.0.1:{self.port}/{path}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Service:
    """`affix serve` with a shelf of its own."""

    def __init__(self, program, port, *arguments):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="affix-page-"))
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--shelf", self.folder / "shelf", "--state", self.folder / "state",
             "--allow-addresses", "127.0.0.1", "--allow-ports", str(port), "--min-free", "0", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        words = self.process.stdout.readline().split()
        if not words:
            raise SystemExit("affix serve did not start")
        self.address = words[-1]

    def resident(self):
        """Megabytes that it holds at this moment, without its workers."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) // 1000

    def close(self):
        """Ends it, and gives its status."""
        self.process.terminate()
        status = self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
        return status
