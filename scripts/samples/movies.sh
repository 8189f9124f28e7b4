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
