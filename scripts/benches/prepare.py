"""One picture, against vipsthumbnail."""
import shutil, statistics, tempfile

from machine import measure, ready, root

photo = root / "media-samples/images/photo-12mp-rotated.jpg"


def run(runs=15):
    bin = ready()
    with tempfile.TemporaryDirectory(dir=root / ".build") as folder:
        ours = [f"{bin}/affix", "prepare", str(photo), "--shelf", f"{folder}/shelf", "--state", f"{folder}/state"]
        theirs = ["vipsthumbnail", str(photo), "--size", "1024x1024", "--smartcrop", "centre", "--export-profile", "srgb",
                  "-o", f"{folder}/thumbnail.jpg[Q=82,strip,optimize_coding]"]
        rows = {"affix prepare": ours, "vipsthumbnail": theirs}
        times = {name: [] for name in rows}
        for turn in range(runs + 1):
            for name, command in rows.items():
                shutil.rmtree(f"{folder}/shelf", ignore_errors=True)
                wall, cpu, _ = measure(command, watch=False)
                if turn > 0:
                    times[name].append((wall, cpu))
        memory = {name: measure(command, watch=True)[2] for name, command in rows.items()}

        print(f"{photo.name}, 12 megapixels, to 1024x1024 JPEG at quality 82: medians of {runs} runs in turn")
        print(f"{'':24}{'wall ms':>9}{'cpu ms':>9}{'peak MB':>9}")
        for name in rows:
            wall, cpu = (1000 * statistics.median(column) for column in zip(*times[name]))
            print(f"{name:24}{wall:9.0f}{cpu:9.0f}{memory[name]:9.0f}")
        pairs = zip(times["affix prepare"], times["vipsthumbnail"])
        ratio = statistics.median(a[0] / b[0] for a, b in pairs)
        print(f"affix prepare takes {ratio:.2f} of vipsthumbnail's time (goal: at most 0.90)")

        for words in ["--version", "--help"]:
            cpu = statistics.median(measure([f"{bin}/affix", words], watch=False)[1] for _ in range(runs))
            print(f"affix {words}: {1000 * cpu:.1f} ms of processor time (goal: under 15)")
