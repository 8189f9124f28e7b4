"""What rendering animations takes beside its estimate, and what each rung of their ladder gives."""
import pathlib, statistics, subprocess, tempfile

from machine import install, root, shell

# Drawn by ffmpeg: a test picture, the same with grain, a zoom into a fractal, a game of life, a gradient that moves.
# Each with its size, frames a second and number of frames.
FILMS = {
    "test": "testsrc2=s=480x270:r=20", "grain": "testsrc2=s=480x270:r=20,noise=alls=8:allf=t:all_seed=1",
    "fractal": "mandelbrot=s=800x600:r=15,noise=alls=4:allf=t:all_seed=1", "zoom": "mandelbrot=s=640x480:r=20",
    "life": "life=s=480x360:r=20:seed=3:mold=10:life_color=#C83232:mold_color=#004080:death_color=#20A020",
    "gradient": "gradients=s=640x360:r=20:seed=5:speed=0.02", "large": "testsrc2=s=1280x720:r=20",
}
FRAMES = [30, 90]


def films(folder):
    for name, drawing in FILMS.items():
        for frames in FRAMES:
            path = pathlib.Path(folder) / f"{name}-{frames}.gif"
            drawn = pathlib.Path(folder) / "drawn.avi"
            # Drawn to a file first: a palette of a source without end would wait for its end.
            for command in [["-f", "lavfi", "-i", drawing, "-frames:v", str(frames), "-c:v", "ffv1", drawn],
                            ["-i", drawn, "-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", path]]:
                subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *command], check=True)
            yield path


def numbers(*command):
    return [int(word) for word in subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.split()]


def run(runs=None):
    install()
    bin = shell("build_for_bench render-loop")
    shares = []
    print(f"{'':18}{'MB in':>7}{'peak MB':>9}{'estimate':>10}{'ratio':>7}   size on each rung beside the first")
    with tempfile.TemporaryDirectory(dir=root / ".build") as folder:
        for film in films(folder):
            seen, estimate = numbers(f"{bin}/render-loop", "memory", film)
            sizes = numbers(f"{bin}/render-loop", "rungs", film)
            shares.append([size / sizes[0] for size in sizes])
            print(f"{film.stem:18}{film.stat().st_size / 1e6:7.1f}{seen / 1e6:9.0f}{estimate / 1e6:10.0f}{estimate / seen:7.2f}"
                  f"   {' '.join(f'{share:.3f}' for share in shares[-1])}")
    print(f"medians of the rungs: {' '.join(f'{statistics.median(column):.3f}' for column in zip(*shares))}")
