# The still pictures and picture animations. Sourced by make-samples.
images=$samples/images

jpeg() { # SOURCE NAME QUALITY [OPTION...]
    vips jpegsave "$work/$1.v" "$images/$2" --Q "$3" --optimize-coding --strip "${@:4}"
}
header() { # NAME FORM [ARGUMENT...]
    python3 "$parts/jpeg_header.py" "$images/$1" "${@:2}"
}
small() { # SOURCE NAME WIDTH: a smaller copy
    vips thumbnail "$work/$1.v" "$work/$2.v" "$3"
}

scene portrait 3024 4032 7
scene landscape 1200 800 7
scene square 1024 1024 21
small landscape medium 800
small landscape little 320
small landscape tiny 160

# What a phone stores: the sensor's landscape, with a note to turn it.
vips rot "$work/portrait.v" "$work/stored.v" d270
vips thumbnail "$work/stored.v" "$work/preview.jpg[Q=70,strip]" 160
jpeg stored photo-12mp-rotated.jpg 74
header photo-12mp-rotated.jpg exif 6 "$work/preview.jpg"

jpeg landscape photo-1200x800.jpg 80
header photo-1200x800.jpg jfif
jpeg square photo-fitting.jpg 78
header photo-fitting.jpg jfif
small portrait progressive 1500
jpeg progressive photo-progressive.jpg 72 --interlace
header photo-progressive.jpg jfif
vips colourspace "$work/medium.v" "$work/cmyk.v" cmyk
jpeg cmyk photo-cmyk.jpg 75
vips rawsave "$work/little.v" "$work/little.rgb"
cc -O1 -o "$work/ycck" "$parts/ycck.c" -ljpeg
"$work/ycck" 320 213 <"$work/little.rgb" >"$images/photo-ycck.jpg"
vips jpegsave "$work/little.v" "$work/little.jpg" --Q 80 --strip
jpegtran -arithmetic "$work/little.jpg" >"$images/photo-arithmetic.jpg"
# vips brings the profile itself; stripping would take it away again.
vips icc_transform "$work/medium.v" "$work/p3.v" p3
vips jpegsave "$work/p3.v" "$images/photo-display-p3.jpg" --Q 80 --optimize-coding

# Stored as each orientation says, so that every one shows red and green above, blue and white below.
python3 "$parts/quadrants.py" >"$work/quadrants.ppm"
vips copy "$work/quadrants.ppm" "$work/upright.v"
vips rot "$work/upright.v" "$work/quarter.v" d90
vips flip "$work/upright.v" "$work/o2.v" horizontal
vips rot "$work/upright.v" "$work/o3.v" d180
vips flip "$work/upright.v" "$work/o4.v" vertical
vips flip "$work/quarter.v" "$work/o5.v" horizontal
vips rot "$work/upright.v" "$work/o6.v" d270
vips flip "$work/quarter.v" "$work/o7.v" vertical
cp "$work/upright.v" "$work/o1.v"
cp "$work/quarter.v" "$work/o8.v"
for orientation in 1 2 3 4 5 6 7 8; do
    jpeg "o$orientation" "orientation-$orientation.jpg" 95 --subsample-mode off
    header "orientation-$orientation.jpg" exif "$orientation"
done

vips copy "$parts/badge.svg" "$work/badge.v"
python3 "$parts/screen.py" >"$work/screen.svg"
vips flatten "$work/screen.svg" "$work/screen.v"
vips pngsave "$work/badge.v" "$images/alpha.png" --strip
vips bandjoin_const "$work/little.v" "$work/opaque.v" 255
vips pngsave "$work/opaque.v" "$images/opaque-alpha.png" --strip
vips pngsave "$work/screen.v" "$images/screenshot.png" --strip
vips pngsave "$work/little.v" "$images/palette.png" --strip --palette --bitdepth 8
# Red grows to the right and green downwards, in steps finer than eight bits can hold.
vips xyz "$work/xy.v" 256 192
vips linear "$work/xy.v" "$work/ramp.v" "256.9 342.6" "0 0"
vips bandjoin_const "$work/ramp.v" "$work/ramps.v" "20000"
vips cast "$work/ramps.v" "$work/ushort.v" ushort
vips copy "$work/ushort.v" "$work/deep.v" --interpretation rgb16
vips pngsave "$work/deep.v" "$images/deep-16bit.png" --strip

vips gifsave "$work/little.v" "$images/still.gif" --strip
vips webpsave "$work/medium.v" "$images/photo.webp" --Q 75 --strip
vips webpsave "$work/badge.v" "$images/alpha.webp" --Q 80 --strip
cp "$images/photo.webp" "$images/webp-named.jpg"
vips heifsave "$work/medium.v" "$images/photo.heic" --Q 45 --compression hevc --strip
vips heifsave "$work/medium.v" "$images/photo.avif" --Q 45 --compression av1 --strip
vips tiffsave "$work/little.v" "$images/small.tif" --compression deflate --predictor horizontal --strip
vips tiffsave "$work/medium.v" "$images/pyramid.tif" --tile --pyramid --compression jpeg --Q 75 --strip
vips pngsave "$work/landscape.v" "$work/landscape.png" --strip
vips pngsave "$work/tiny.v" "$work/tiny.png" --strip
encode -i "$work/tiny.png" "${exact[@]}" -pix_fmt bgr24 "$images/small.bmp"

# The animations look along the scene from left to right.
pan=(-loop 1 -framerate 10 -t 1 -i "$work/landscape.png")
look='scale=480:-2,crop=240:180:x=n*20:y=100'
encode "${pan[@]}" -frames:v 10 -vf "$look,split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=bayer" \
    "${exact[@]}" -loop 0 "$images/animated.gif"
encode "${pan[@]}" -frames:v 10 -vf "$look" "${exact[@]}" -c:v libwebp_anim -quality 60 -loop 0 "$images/animated.webp"
encode "${pan[@]}" -frames:v 2 -vf 'scale=480:-2,crop=160:120:x=n*60:y=140' "${exact[@]}" -f apng -plays 0 "$images/anim.png"
