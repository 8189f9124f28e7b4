"""Lists of links, against curl --parallel, and beside hosts that drip."""
import grp, json, os, pwd, select, socket, statistics, subprocess, sys, tempfile, threading, time

from machine import install, measure, root, shell

# Bytes of a body, and how many are fetched in one run.
SIZES = {"150 kB": (150_000, 1_500), "8 MB": (8_000_000, 64)}
WIDTHS = [1, 16, 64]
DRIPS = 500


class Nginx:
    """An nginx of our own on a loopback port, stopped by its own process number."""

    def __init__(self, folder):
        self.port = free_port()
        os.makedirs(f"{folder}/www")
        for name, (count, _) in SIZES.items():
            with open(f"{folder}/www/{count}.jpg", "wb") as file:
                file.write(b"\xff\xd8\xff\xe0\0\x10JFIF\0" + os.urandom(count - 11))
        # Started by root, its workers would be somebody else, who may not look into our folder.
        user, group = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(os.getgid()).gr_name
        with open(f"{folder}/nginx.conf", "w") as file:
            file.write(f"""
                user {user} {group}; daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
                events {{ worker_connections 4096; }}
                http {{
                    access_log off; sendfile on; tcp_nopush on; open_file_cache max=100; keepalive_requests 100000;
                    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
                    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
                    types {{ image/jpeg jpg; }}
                    server {{ listen 127.0.0.1:{self.port} backlog=4096; root {folder}/www; }}
                }}""")
        self.process = subprocess.Popen(["nginx", "-p", folder, "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL)
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        sys.exit("nginx did not start")

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Drips(threading.Thread):
    """Hosts that answer at once and then send 200 bytes ten times a second, for as long as anybody listens."""

    def __init__(self):
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
        self.port = self.listener.getsockname()[1]

    def run(self):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: 50000000\r\n\r\n\xff\xd8\xff\xe0\0\x10JFIF\0"
        taking, next_turn = [], time.monotonic()
        while True:
            while select.select([self.listener], [], [], max(0, next_turn - time.monotonic()))[0]:
                connection = self.listener.accept()[0]
                connection.recv(65536)
                connection.sendall(head)
                connection.setblocking(False)
                taking.append(connection)
            # Spread over the turn they would come one by one; in one go they are the harder load for who takes them.
            taking = [connection for connection in taking if self.drop(connection)]
            next_turn = max(next_turn + 0.1, time.monotonic())

    @staticmethod
    def drop(connection):
        try:
            connection.send(b"x" * 200)
            return True
        except OSError:
            connection.close()
            return False


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def tempo(command, count):
    """Fetches a second, and processor milliseconds of one fetch."""
    wall, cpu, _ = measure(command, watch=False)
    return count / wall, 1000 * cpu / count


def against_curl(folder, bin, port, runs):
    print(f"{'':22}{'affix/s':>9}{'curl/s':>9}{'tempo':>8}{'affix ms':>10}{'curl ms':>9}{'cpu':>7}   medians of {runs} runs in turn")
    for name, (size, count) in SIZES.items():
        for width in WIDTHS:
            url = f"http://127.0.0.1:{port}/{size}.jpg"
            with open(f"{folder}/list", "w") as file:
                file.write(f"{url}\n" * count)
            with open(f"{folder}/curl", "w") as file:
                file.writelines(f'url = "{url}"\noutput = "{folder}/out/{place}"\n' for place in range(count))
            os.makedirs(f"{folder}/out", exist_ok=True)
            ours = [f"{bin}/fetch-list", f"{folder}/state", str(width), f"{folder}/list"]
            theirs = ["curl", "-sS", "--parallel", "--parallel-max", str(width), "-K", f"{folder}/curl"]
            rows = [(tempo(ours, count), tempo(theirs, count)) for _ in range(runs + 1)][1:]
            a, b = ([statistics.median(column) for column in zip(*side)] for side in zip(*rows))
            rate = statistics.median(x[0] / y[0] for x, y in rows)
            cpu = statistics.median(x[1] / y[1] for x, y in rows)
            print(f"{name:8} {width:3} at a time {a[0]:9.0f}{b[0]:9.0f}{rate:8.2f}{a[1]:10.2f}{b[1]:9.2f}{cpu:7.2f}")
    print("goals, at 64 at a time: tempo at least 0.90 of curl's, cpu at most 1.30 of curl's")


def beside_drips(folder, bin, port, runs):
    drips = Drips()
    drips.start()
    size, count = SIZES["150 kB"]
    with open(f"{folder}/list", "w") as file:
        file.write(f"http://127.0.0.1:{port}/{size}.jpg\n" * count)
    # Each on an address of its own: they are many hosts.
    with open(f"{folder}/drips", "w") as file:
        file.writelines(f"http://127.0.0.1:{drips.port}/{place}.jpg\n" for place in range(DRIPS))
    alone = [f"{bin}/fetch-list", f"{folder}/state", "16", f"{folder}/list"]
    rates = []
    for _ in range(runs + 1):
        reports = [json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
                   for command in (alone, alone + [f"{folder}/drips"])]
        rates.append([report["ready"] / report["seconds"] for report in reports])
    a, b = (statistics.median(column) for column in zip(*rates[1:]))
    ratio = statistics.median(y / x for x, y in rates[1:])
    print(f"16 fast hosts alone {a:.0f}/s, beside {DRIPS} that drip {b:.0f}/s: {ratio:.2f} (goal: at least 0.80)")


def run(runs=5):
    install()
    bin = shell("build_for_bench fetch-list")
    with tempfile.TemporaryDirectory(dir=root / ".build") as folder:
        nginx = Nginx(folder)
        try:
            against_curl(folder, bin, nginx.port, runs)
            beside_drips(folder, bin, nginx.port, runs)
        finally:
            nginx.stop()
