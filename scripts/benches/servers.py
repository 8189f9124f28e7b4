"""Pictures that are new to everybody, through affix and through other servers that crop pictures on their way."""
import http.client, itertools, os, pathlib, subprocess, sys, tempfile, threading, time

import serve
from machine import family, ready, root
from render import pictures

PICTURES = [("12mp.jpg", 60), ("24mp.jpg", 40), ("1600x1200.jpg", 120), ("2048x2048.jpg", 160), ("screenshot.png", 60)]
WIDTH = 4


def seconds(pid):
    """Processor seconds of a server that keeps its processes."""
    ticks = 0
    for member in family(pid):
        fields = pathlib.Path(f"/proc/{member}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def filtering_nginx(folder, origin):
    """nginx with its image filter (libgd), and two workers."""
    port = serve.free_port()
    os.makedirs(f"{folder}/filter")
    temporary = "".join(f"{name}_temp_path {folder}/filter/{name}; " for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    pathlib.Path(f"{folder}/filter.conf").write_text(f"""
        load_module modules/ngx_http_image_filter_module.so;
        {serve.own_user()} daemon off; worker_processes 2; pid {folder}/filter.pid; error_log {folder}/filter.log;
        events {{ worker_connections 1024; }}
        http {{
            access_log off; {temporary}
            server {{
                listen 127.0.0.1:{port};
                location / {{
                    proxy_pass http://127.0.0.1:{origin}; proxy_http_version 1.1; proxy_set_header Connection "";
                    image_filter crop 1024 1024; image_filter_buffer 50M; image_filter_jpeg_quality 82;
                }}
            }}
        }}""")
    process = subprocess.Popen(["nginx", "-p", "/usr/share/nginx", "-c", f"{folder}/filter.conf"], stderr=subprocess.DEVNULL)
    serve.wait_for(port)
    return process, port, lambda name, number: f"/{name}?{number}"


def thumbor(folder, origin):
    """thumbor (Pillow) with two processes, which keeps nothing."""
    port = serve.free_port()
    pathlib.Path(f"{folder}/thumbor.conf").write_text(
        "ALLOW_UNSAFE_URL = True\nQUALITY = 82\nSTORAGE = 'thumbor.storages.no_storage'\nHTTP_LOADER_MAX_BODY_SIZE = 100000000\n")
    process = subprocess.Popen(
        [root / ".build/python/bin/thumbor", "--port", str(port), "--conf", f"{folder}/thumbor.conf", "--processes", "2",
         "--log-level", "error"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    serve.wait_for(port)
    return process, port, lambda name, number: f"/unsafe/1024x1024/http://127.0.0.1:{origin}/{name}%3F{number}"


def load(port, targets):
    """Fetches targets over a few connections at once, and gives how long all of them took."""
    lock, failures = threading.Lock(), []

    def work():
        connection = http.client.HTTPConnection("127.0.0.1", port)
        while True:
            with lock:
                target = next(targets, None)
            if target is None:
                return
            connection.request("GET", target)
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200 or len(body) < 1000:
                failures.append(f"{target}: {answer.status}, {len(body)} bytes")

    threads = [threading.Thread(target=work) for _ in range(WIDTH)]
    start = time.perf_counter()
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    return sys.exit(failures[0]) if failures else time.perf_counter() - start


def run(runs=1):
    bin, numbers = ready(), itertools.count()
    serve.folder_of_pictures = pictures()
    with tempfile.TemporaryDirectory(dir=root / ".build") as folder:
        nginx = serve.Nginx(folder, f"{folder}/shelf", serve.folder_of_pictures)
        service = serve.Service(bin, folder, nginx.origin)
        others = {"nginx image_filter": filtering_nginx(folder, nginx.origin), "thumbor": thumbor(folder, nginx.origin)}
        try:
            print(f"{WIDTH} connections, pictures that are new; each: requests/s, and ms of processor time for one")
            for name, count in PICTURES:
                count *= runs
                before = service.seconds()
                _, took = serve.together(service, WIDTH, serve.Links(nginx.origin, name, count), deadline_ms=60_000)
                ours = count / took
                line = f"{name:16} affix {ours:6.1f}{1000 * (service.seconds() - before) / count:7.1f}"
                for other, (process, port, target) in others.items():
                    before = seconds(process.pid)
                    took = load(port, iter([target(name, next(numbers)) for _ in range(count)]))
                    rate, cost = count / took, 1000 * (seconds(process.pid) - before) / count
                    line += f"   {other} {rate:6.1f}{cost:7.1f} (affix {ours / rate:4.2f} times)"
                print(line, flush=True)
        finally:
            for process, _, _ in others.values():
                process.terminate()
                process.wait()
            nginx.stop()
            service.stop()
