# The movies: two seconds of a look along the scene, H.264 and AAC unless the name says otherwise. Sourced by make-samples.
movies=$samples/movies

tune=(-f lavfi -i "sine=frequency=440:sample_rate=44100:duration=2,volume=0.5")
walk=(-loop 1 -framerate 15 -t 2 -i "$work/landscape.png")
wide=(-frames:v 30 -vf 'scale=480:-2,crop=320:240:x=n*5:y=80,format=yuv420p')
h264=(-c:v libx264 -preset slow -crf 28 -g 15)
aac=(-c:a aac -b:a 64k -ac 1)

encode "${walk[@]}" "${tune[@]}" "${wide[@]}" "${h264[@]}" "${aac[@]}" "${exact[@]}" "$movies/moov-last.mp4"
again=(-i "$movies/moov-last.mp4" -c copy "${exact[@]}")
encode "${again[@]}" -movflags +faststart "$movies/moov-first.mp4"
encode "${again[@]}" -movflags +frag_keyframe+empty_moov+default_base_moof "$movies/fragmented.mp4"
encode "${again[@]}" "$movies/quicktime.mov"
encode "${again[@]}" -an -movflags +faststart "$movies/silent.mp4"

# Stored lying on its side with a matrix that turns it, as a phone held upright records.
encode "${walk[@]}" "${tune[@]}" -frames:v 30 -vf 'crop=480:640:x=300+n*5:y=120,scale=240:320,transpose=cclock,format=yuv420p' \
    "${h264[@]}" "${aac[@]}" "${exact[@]}" "$work/lying.mp4"
encode -i "$work/lying.mp4" -c copy "${exact[@]}" -metadata:s:v rotate=270 -movflags +faststart "$movies/portrait-rotated.mp4"

encode "${walk[@]}" "${tune[@]}" "${wide[@]}" -c:v libx265 -preset medium -crf 30 -tag:v hev1 \
    -x265-params log-level=error:pools=none:frame-threads=1 "${aac[@]}" "${exact[@]}" -movflags +faststart "$movies/hevc-hev1.mp4"
encode "${walk[@]}" "${tune[@]}" "${wide[@]}" -c:v libvpx-vp9 -crf 40 -b:v 0 -c:a libopus -b:a 48k "${exact[@]}" "$movies/vp9.webm"

# What a device does not play, or not as it should: other containers and codecs, half pictures, oblong pixels, pictures
# turned or of odd sides, more light than a screen has, and more time than is shown.
encode "${walk[@]}" "${tune[@]}" "${wide[@]}" -c:v mpeg4 -q:v 9 -c:a libmp3lame -b:a 64k "${exact[@]}" "$movies/part2.avi"
fields=(-frames:v 25 -vf 'scale=480:-2,crop=352:288:x=n*4:y=30,tinterlace=4,fieldorder=tff,format=yuv420p')
encode -loop 1 -framerate 50 -t 2 -i "$work/landscape.png" "${tune[@]}" "${fields[@]}" -c:v mpeg2video -q:v 8 \
    -flags +ildct+ilme -aspect 16:9 -c:a mp2 -b:a 64k -fflags +bitexact -flags:v +bitexact+ildct+ilme -f vob "$movies/interlaced.mpg"
encode "${walk[@]}" "${tune[@]}" -frames:v 30 -vf 'scale=480:-2,crop=321:241:x=n*5:y=80,format=yuv444p' \
    "${h264[@]}" "${aac[@]}" "${exact[@]}" -movflags +faststart "$movies/odd-444.mp4"
light='zscale=pin=bt709:tin=bt709:min=bt709:rin=tv:p=bt2020:t=smpte2084:m=bt2020nc:npl=203,format=yuv422p10le'
encode "${walk[@]}" -frames:v 30 -vf "scale=480:-2,crop=320:240:x=n*5:y=80,format=yuv444p,setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709,$light" \
    -c:v libx265 -preset medium -crf 26 -tag:v hvc1 -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc \
    -x265-params log-level=error:pools=none:frame-threads=1:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc \
    "${exact[@]}" "$movies/hdr-422.mov"
encode -loop 1 -framerate 12 -t 35 -i "$work/landscape.png" -f lavfi -i "sine=frequency=440:sample_rate=22050:duration=35" \
    -vf 'scale=240:-2,crop=128:96:x=n/4:y=20,format=yuv420p' -c:v libx264 -preset slow -crf 34 -g 24 -c:a aac -b:a 24k -ac 1 \
    "${exact[@]}" -movflags +faststart "$movies/thirty-five-seconds.mp4"
encode -i "$movies/moov-last.mp4" -c copy "${exact[@]}" "$movies/h264.mkv"
