#!/usr/bin/env bash
# Makes the pictures that the benches render, once, in a folder: `pictures.sh FOLDER`.
#
# They are the scene of media-samples at the sizes that senders have, and drawings of the sizes that screens have.
set -euo pipefail
parts=$(cd "$(dirname "$0")/../samples" && pwd)
folder=$1
mkdir -p "$folder"
[ ! -e "$folder/complete" ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export VIPS_CONCURRENCY=1

scene() { # NAME WIDTH HEIGHT SEED
    python3 "$parts/scene.py" "$2" "$3" "$4" >"$work/$1.svg"
    vips flatten "$work/$1.svg[unlimited]" "$work/drawn.v"
    vips gaussnoise "$work/grain.v" "$2" "$3" --mean 0 --sigma 3 --seed "$4"
    vips add "$work/drawn.v" "$work/grain.v" "$work/sum.v"
    vips cast "$work/sum.v" "$work/cast.v" uchar
    vips copy "$work/cast.v" "$work/$1.v" --interpretation srgb
}
jpeg() { vips jpegsave "$work/$1.v" "$folder/$2" --Q 85 --optimize-coding --strip "${@:3}"; }

scene large 4000 6000 3
jpeg large 24mp.jpg
vips thumbnail "$work/large.v" "$work/twelve.v" 3024 --height 4536
vips crop "$work/twelve.v" "$work/portrait.v" 0 252 3024 4032
jpeg portrait 12mp.jpg
jpeg portrait 12mp-progressive.jpg --interlace
vips crop "$work/large.v" "$work/square.v" 0 1000 4000 4000
vips thumbnail "$work/square.v" "$work/two.v" 2048
jpeg two 2048x2048.jpg
vips colourspace "$work/two.v" "$work/inks.v" cmyk
jpeg inks cmyk-4mp.jpg
vips thumbnail "$work/large.v" "$work/sixteen.v" 1600 --height 2400
vips crop "$work/sixteen.v" "$work/small.v" 0 600 1600 1200
jpeg small 1600x1200.jpg
vips webpsave "$work/small.v" "$folder/1600x1200.webp" --Q 80 --strip
vips pngsave "$work/small.v" "$folder/photo.png" --strip
python3 "$parts/screen.py" >"$work/screen.svg"
vips flatten "$work/screen.svg[scale=1.56]" "$work/screen.v"
vips pngsave "$work/screen.v" "$folder/screenshot.png" --strip
vips copy "$parts/badge.svg[scale=3.4]" "$work/badge.v"
vips pngsave "$work/badge.v" "$folder/alpha.png" --strip
touch "$folder/complete"
