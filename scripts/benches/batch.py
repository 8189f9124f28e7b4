"""A list of pictures on a local host, against the same as files; the list again, unchanged; and a million items done before."""
import json, os, shutil, tempfile

from fetch import Nginx
from machine import measure, ready, root

PICTURES = 2_000
ITEMS = 1_000_000
# What lists are made of: photographs of several sizes and origins, a screenshot, a small picture.
SAMPLES = ["photo-12mp-rotated.jpg", "photo-1200x800.jpg", "photo-progressive.jpg", "photo-fitting.jpg",
           "photo-display-p3.jpg", "photo.webp", "screenshot.png", "palette.png"]


def batch(bin, folder, port, manifest, journal, *options, watch=False, own=None):
    """Wall seconds, peak memory in MB, and the summary of one batch."""
    command = [f"{bin}/affix", "batch", manifest, "--out", f"{folder}/{journal}", "--json", "--shelf", f"{folder}/shelf",
               "--state", f"{folder}/state", "--allow-addresses", "127.0.0.1", "--allow-ports", str(port),
               "--host-starts", "0", *options]
    with open(f"{folder}/summary", "w") as output:
        wall, _, memory = measure(command, watch, output, own)
    with open(f"{folder}/summary") as file:
        return wall, memory, json.load(file)


def pictures(bin, folder, port, count):
    with open(f"{folder}/files", "w") as files, open(f"{folder}/urls", "w") as urls:
        os.makedirs(f"{folder}/www/pictures")
        for place in range(count):
            sample = SAMPLES[place % len(SAMPLES)]
            path = f"{folder}/www/pictures/{place}{os.path.splitext(sample)[1]}"
            shutil.copyfile(root / "media-samples/images" / sample, path)
            files.write(path + "\n")
            urls.write(f"http://127.0.0.1:{port}/pictures/{os.path.basename(path)}\n")
    pure = fetched = 0
    front = []
    for turn in ["first", "second"]:
        shutil.rmtree(f"{folder}/shelf", ignore_errors=True)
        shutil.rmtree(f"{folder}/state", ignore_errors=True)
        pure += batch(bin, folder, port, f"{folder}/files", f"pure-{turn}", "--no-index")[0]
        shutil.rmtree(f"{folder}/shelf", ignore_errors=True)
        wall, _, summary = batch(bin, folder, port, f"{folder}/urls", f"fetched-{turn}", own=front)
        fetched += wall
    again, _, repeated = batch(bin, folder, port, f"{folder}/urls", "again", own=front)
    print(f"{count} pictures, mean of 2 runs in turn: files {2 * count / pure:.1f}/s, from a host {2 * count / fetched:.1f}/s: "
          f"{pure / fetched:.2f} (goal: at least 0.90); statuses {summary['statuses']}")
    print(f"again, unchanged: {count / again:.0f}/s, {fetched / 2 / again:.0f} times faster (goal: at least 20); "
          f"{repeated['remembered']} remembered")
    print(f"affix itself, without its workers: {1000 * sum(front[:2]) / 2 / count:.2f} ms of processor time for each picture, "
          f"{1000 * front[2] / count:.2f} ms when it is unchanged")


def items(bin, folder, port, count):
    with open(f"{folder}/items", "w") as file:
        file.writelines(f'{{"id":"{place}","source":"data:text/plain,{place}"}}\n' for place in range(count // 10))
    wall, memory, summary = batch(bin, folder, port, f"{folder}/items", "items-apart", watch=True)
    print(f"{count // 10:9} items of their own {count // 10 / wall:9.0f}/s{memory:6.0f} MB  {summary['statuses']}")
    for share in [count // 10, count]:
        with open(f"{folder}/items", "w") as file:
            file.writelines(f'{{"id":"{place}","source":"{root}/media-samples/images/small.bmp"}}\n' for place in range(share))
        first = batch(bin, folder, port, f"{folder}/items", f"items-{share}", watch=True)
        done = batch(bin, folder, port, f"{folder}/items", f"items-{share}", watch=True)
        os.remove(f"{folder}/items-{share}.done")
        rebuilt = batch(bin, folder, port, f"{folder}/items", f"items-{share}", watch=True)
        page = batch(bin, folder, port, f"{folder}/items", f"items-{share}", "--report", f"{folder}/page.html", watch=True)
        for name, (wall, memory, summary) in [
                ("copied", first), ("done before", done), ("set made anew", rebuilt), ("with a page", page)]:
            print(f"{share:9} items {name:14}{share / wall:9.0f}/s{memory:6.0f} MB  {summary['skipped']} skipped")


def run(count=PICTURES):
    bin = ready()
    with tempfile.TemporaryDirectory(dir=root / ".build") as folder:
        nginx = Nginx(folder)
        try:
            pictures(bin, folder, nginx.port, count)
            items(bin, folder, nginx.port, ITEMS if count >= PICTURES else ITEMS // 10)
        finally:
            nginx.stop()
