"""The service: published files beside nginx, receipts that are remembered, and pictures that are not."""
import grp, itertools, json, os, pathlib, pwd, re, shutil, signal, socket, statistics, subprocess, sys, tempfile, threading, time

from machine import family, ready, root
from render import pictures

# Pictures of the pipeline, each with how many take the worker alone about three seconds.
PICTURES = [("12mp.jpg", 90), ("24mp.jpg", 60), ("1600x1200.jpg", 180), ("2048x2048.jpg", 270), ("screenshot.png", 90)]
WIDTHS = [2, 4, 8]
# Seconds at each width.
SPAN = 4


class Client:
    """One connection that asks and is answered, with as little work as that takes: the cores are the service's."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def order(self, source, **rest):
        """The status and the body of the answer."""
        body = json.dumps({"source": source} | rest).encode()
        self.socket.sendall(b"POST /v1/attachments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                            b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        got = b""
        while b"\r\n\r\n" not in got:
            got += self.more()
        head, body = got.split(b"\r\n\r\n", 1)
        count = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
        while len(body) < count:
            body += self.more()
        return int(head.split()[1]), body

    def more(self):
        return self.socket.recv(1 << 16) or sys.exit("the service has closed a connection")

    def close(self):
        self.socket.close()


class Nginx:
    """An nginx of our own with two workers on loopback ports: the shelf plainly and with its open-file cache, and an origin."""

    def __init__(self, folder, shelf, sources):
        self.plain, self.cached, self.origin = (free_port() for _ in range(3))
        types = "types { image/jpeg jpg; image/png png; }"
        config = f"""
            {own_user()} daemon off; worker_processes 2; pid {folder}/nginx.pid; error_log {folder}/error.log;
            events {{ worker_connections 4096; }}
            http {{
                access_log off; sendfile on; keepalive_requests 1000000; {types}
                client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
                fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
                server {{ listen 127.0.0.1:{self.plain}; root {shelf}; }}
                server {{ listen 127.0.0.1:{self.cached}; root {shelf}; open_file_cache max=100; }}
                server {{ listen 127.0.0.1:{self.origin}; root {sources}; add_header Cache-Control max-age=3600; }}
            }}"""
        pathlib.Path(f"{folder}/nginx.conf").write_text(config)
        self.process = subprocess.Popen(["nginx", "-p", folder, "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL)
        wait_for(self.plain)

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Service:
    """`affix serve`, and what its family takes."""

    def __init__(self, bin, folder, origin):
        self.port = free_port()
        self.high = 0
        self.process = subprocess.Popen(
            [f"{bin}/affix", "serve", "--listen", f"127.0.0.1:{self.port}", "--shelf", f"{folder}/shelf", "--state",
             f"{folder}/state", "--allow-addresses", "127.0.0.1", "--allow-ports", str(origin), "--host-starts", "0",
             "--host-transfers", "64"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(self.port)
        threading.Thread(target=self.watch, daemon=True).start()

    def order(self, source, **rest):
        client = Client(self.port)
        status, body = client.order(source, **rest)
        client.close()
        return json.loads(body) if status == 200 else sys.exit(f"{status}: {body}")

    def watch(self):
        """Notes now and then what all its processes hold together; a page that several hold counts once.

        Each look goes through all pages of them, which is work that the service then has no core for."""
        while self.process.poll() is None:
            try:
                sizes = [int(pathlib.Path(f"/proc/{member}/smaps_rollup").read_text().split("Pss:")[1].split()[0])
                         for member in family(self.process.pid)]
                self.high = max(self.high, sum(sizes) / 1024)
            except (OSError, IndexError):
                pass  # one has just ended
            time.sleep(0.5)

    def seconds(self):
        """Processor seconds of it and of its workers, those that have ended as well."""
        ticks = 0
        for member in family(self.process.pid):
            try:
                fields = pathlib.Path(f"/proc/{member}/stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue  # one has just ended; the service has its seconds now
            ticks += sum(int(field) for field in fields[11:15 if member == self.process.pid else 13])
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait()


def own_user():
    """The line of nginx's that keeps its workers from becoming somebody who may not read our files."""
    return f"user {pwd.getpwuid(os.getuid()).pw_name} {grp.getgrgid(os.getgid()).gr_name};"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def wait_for(port):
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    sys.exit("a server did not start")


def wrk(url, seconds, width=16, script=None):
    """Requests a second, how many that were, and their p50 and p99 in ms; every answer must be a 2xx."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as lua:
        lua.write((script or "") + TOLD)
        lua.flush()
        # Two threads send what is ready faster; what is made costs one of them next to nothing.
        threads = min(2, width // 8) or 1
        command = ["wrk", f"-t{threads}", f"-c{width}", f"-d{seconds}", "--timeout", "60", "-s", lua.name, url]
        words = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
    told = json.loads(words.splitlines()[-1])
    if told["failed"]:
        sys.exit(f"wrk: {words}")
    return told["count"] / told["seconds"], told["count"], told["p50"], told["p99"]


# What wrk tells at its end.
TOLD = """
done = function(summary, latency)
    local errors = summary.errors
    print(string.format('{"count": %d, "seconds": %f, "failed": %d, "p50": %f, "p99": %f}', summary.requests,
        summary.duration / 1e6, errors.connect + errors.read + errors.write + errors.status + errors.timeout,
        latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
"""


def published(service, nginx, seconds, rounds):
    receipt = service.order(f"http://127.0.0.1:{nginx.origin}/12mp.jpg")
    path = receipt["url"].split("/media/")[1]
    urls = [f"http://127.0.0.1:{service.port}/media/{path}", f"http://127.0.0.1:{nginx.plain}/{path}",
            f"http://127.0.0.1:{nginx.cached}/{path}"]
    rows = [[wrk(url, seconds)[0] for url in urls] for _ in range(rounds)]
    ours, plain, cached = (statistics.median(column) for column in zip(*rows))
    print(f"published file of {receipt['bytes']} bytes, requests/s: affix {ours:.0f}, nginx {plain:.0f}, with its open-file cache {cached:.0f}")
    print(f"  ratio to nginx {statistics.median(a / b for a, b, _ in rows):.2f} (goal 1.0), "
          f"with cache {statistics.median(a / c for a, _, c in rows):.2f} (goal 0.5)")


def orders(link):
    """What has wrk order attachments; `link` is what Lua makes the source of, with a number that was never used."""
    return f"""
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local number = {next(THOUSANDS)}
request = function()
    number = number + 1
    return wrk.format(nil, nil, nil, '{{"deadline_ms": 60000, "source": "' .. {link} .. '"}}')
end
"""


THOUSANDS = itertools.count(1_000_000, 1_000_000)


def remembered(service, nginx, seconds, rounds):
    source = f"http://127.0.0.1:{nginx.origin}/12mp.jpg"
    service.order(source)
    rates = [wrk(f"http://127.0.0.1:{service.port}/v1/attachments", seconds, script=orders(f'"{source}"'))[0] for _ in range(rounds)]
    print(f"receipts from the index, requests/s: {statistics.median(rates):.0f} (goal 5000)")


def capacity(bin, picture, count, folder):
    """Pictures a second that the cores render with the worker alone: two at a time, the render stage by itself."""
    shutil.rmtree(f"{folder}/alone", ignore_errors=True)
    command = [f"{bin}/affix", "prepare", "--json", "--workers", "2", "--jobs", "2", "--shelf", f"{folder}/alone/shelf",
               "--state", f"{folder}/alone/state"] + [str(picture)] * count
    receipts = [json.loads(line) for line in subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.splitlines()]
    return 2_000 / statistics.median(receipt["timings"]["render"] for receipt in receipts[4:])


def together(service, width, urls, **rest):
    """Has as many clients order as there may be at once; their times, sorted, and how long it took."""
    times, clients = [], [Client(service.port) for _ in range(width)]

    def work(client):
        while url := next(urls, None):
            start = time.perf_counter()
            status, body = client.order(url, **rest)
            times.append(time.perf_counter() - start)
            if status != 200:
                sys.exit(f"{status}: {body}")

    start = time.perf_counter()
    threads = [threading.Thread(target=work, args=(client,)) for client in clients]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    took = time.perf_counter() - start
    [client.close() for client in clients]
    return sorted(times), took


class Links:
    """Links of one picture that were never asked for, as many as are wanted."""

    number = 0

    def __init__(self, port, name, count):
        self.start, self.left, self.lock = f"http://127.0.0.1:{port}/{name}?", count, threading.Lock()

    def __iter__(self):
        return self

    def __next__(self):
        with self.lock:
            if self.left == 0:
                raise StopIteration
            self.left -= 1
            Links.number += 1
            return self.start + str(Links.number)


def pipeline(service, nginx, bin, folder, rounds):
    print(f"{'':18}{'alone/s':>9}" + "".join(f"{f'at {width}':>9}{'ratio':>7}{'p50':>7}{'p99':>7}{'cpu':>6}" for width in WIDTHS)
          + "   goal 0.90, p99 twice p50, 8 no slower than 4; cpu: ms of it for each")
    for name, count in PICTURES:
        rows = [one_round(service, nginx, bin, folder, name, count) for _ in range(rounds)]
        line = f"{name:18}{statistics.median(alone for alone, _ in rows):9.1f}"
        for place in range(len(WIDTHS)):
            # A ratio is of one round: the machine is another one some seconds later.
            ratio = statistics.median(measured[place][0] / alone for alone, measured in rows)
            rate, p50, p99, cpu = (statistics.median(column) for column in zip(*(measured[place] for _, measured in rows)))
            line += f"{rate:9.1f}{ratio:7.2f}{p50:7.0f}{p99:7.0f}{cpu:6.1f}"
        print(line, flush=True)
    print(f"peak memory of front and workers: {service.high:.0f} MB (goal 240)")


def one_round(service, nginx, bin, folder, name, count):
    """What the cores render alone, before and after what they do at each width: rate, p50, p99, processor ms."""
    before, measured = capacity(bin, folder_of_pictures / name, count, folder), []
    link = f"'http://127.0.0.1:{nginx.origin}/{name}?n' .. string.format('%d', number)"
    for width in WIDTHS:
        start = service.seconds()
        rate, answers, p50, p99 = wrk(f"http://127.0.0.1:{service.port}/v1/attachments", SPAN, width, orders(link))
        measured.append((rate, p50, p99, 1000 * (service.seconds() - start) / answers))
    return (before + capacity(bin, folder_of_pictures / name, count, folder)) / 2, measured


def overload(service, nginx, seconds):
    """Twice as many orders as can be done, each good for two seconds: what is accepted must be in time, and as much as ever."""
    name = "1600x1200.jpg"
    counts, lock, good = {}, threading.Lock(), []
    _, took = together(service, 8, Links(nginx.origin, name, 200))
    able = 200 / took

    def once(url):
        start = time.perf_counter()
        client = Client(service.port)
        status, body = client.order(url, deadline_ms=2_000)
        client.close()
        with lock:
            word = "ready" if status == 200 else json.loads(body)["code"]
            counts[word] = counts.get(word, 0) + 1
            if status == 200:
                good.append(time.perf_counter() - start)

    threads, start, count = [], time.perf_counter(), int(2 * able * seconds)
    for place, url in enumerate(Links(nginx.origin, name, count)):
        time.sleep(max(0, start + place / (2 * able) - time.perf_counter()))
        threads.append(threading.Thread(target=once, args=(url,)))
        threads[-1].start()
    [thread.join() for thread in threads]
    rate = len(good) / (time.perf_counter() - start)
    good.sort()
    print(f"overload, {seconds} s at twice {able:.0f}/s: {rate:.1f} ready/s, {rate / able:.2f} of capacity (goal 0.90); "
          f"p99 of the ready {1000 * good[-1 - len(good) // 100]:.0f} ms (deadline 2000); {counts}; peak {service.high:.0f} MB")


def run(runs=3):
    global folder_of_pictures
    bin = ready()
    folder_of_pictures = pictures()
    with tempfile.TemporaryDirectory(dir=root / ".build") as folder:
        nginx = Nginx(folder, f"{folder}/shelf", folder_of_pictures)
        service = Service(bin, folder, nginx.origin)
        try:
            published(service, nginx, 4, runs)
            remembered(service, nginx, 4, runs)
            pipeline(service, nginx, bin, folder, runs)
            overload(service, nginx, 20 * runs)
        finally:
            nginx.stop()
            print(f"the service ended with {service.stop()}")
