# The sounds: two seconds of a rising chord. Sourced by make-samples.
audio=$samples/audio

encode -f lavfi -i "aevalsrc='0.25*sin(2*PI*330*t)+0.2*sin(2*PI*415*t)*gt(t,0.6)+0.2*sin(2*PI*494*t)*gt(t,1.2)':s=44100:d=2" \
    -c:a pcm_s16le "${exact[@]}" "$work/chord.wav"
chord=(-i "$work/chord.wav" "${exact[@]}")
named=(-metadata title=Chord -metadata artist=Affix)

encode "${chord[@]}" -c:a libmp3lame -b:a 64k -id3v2_version 0 -write_xing 0 "$audio/without-id3.mp3"
encode "${chord[@]}" "${named[@]}" -c:a libmp3lame -b:a 64k -id3v2_version 3 -write_id3v1 1 "$audio/with-id3.mp3"
# The tag claims a quarter of a megabyte, more than the whole file; the frames begin behind its real end.
{ printf 'ID3\3\0\0\0\20\0\0TIT2\0\0\0\6\0\0\0Chord' && cat "$audio/without-id3.mp3"; } >"$audio/bad-id3-length.mp3"

encode "${chord[@]}" "${named[@]}" -c:a aac -b:a 64k "$audio/aac.m4a"
encode "${chord[@]}" -c:a alac "$audio/alac.m4a"
encode "${chord[@]}" -c:a aac -b:a 64k -f adts "$audio/bare.aac"
encode "${chord[@]}" -c:a aac -b:a 64k -f mp4 -brand isom "$audio/audio-only-isom.mp4"
vips jpegsave "$work/little.v" "$work/cover.jpg" --Q 70 --strip
cover=(-i "$work/chord.wav" -i "$work/cover.jpg" -map 0:a -map 1:v -c:v copy -disposition:v attached_pic "${exact[@]}")
encode "${cover[@]}" -c:a aac -b:a 64k "$audio/cover-art.m4a"
encode "${cover[@]}" -c:a libmp3lame -b:a 64k -id3v2_version 3 "$audio/cover-art.mp3"

encode "${chord[@]}" -c:a pcm_s16le -ar 22050 "$audio/pcm.wav"
encode "${chord[@]}" -c:a pcm_s16be -ar 22050 "$audio/pcm.aif"
encode "${chord[@]}" -c:a flac "$audio/flac.flac"
encode "${chord[@]}" -c:a libopus -b:a 48k "$audio/opus.ogg"
encode "${chord[@]}" -c:a libvorbis -b:a 64k "$audio/vorbis.ogg"
encode "${chord[@]}" -c:a pcm_f32le -ar 22050 "$audio/float.wav"
encode "${chord[@]}" -c:a pcm_mulaw -ar 22050 -f aiff "$audio/ulaw.aifc"
encode "${chord[@]}" -c:a wmav2 -b:a 64k -f asf "$audio/wma.wma"
# A hundred frames of silence at 12.2 kb/s: no program of the distribution encodes AMR.
python3 -c "import sys; sys.stdout.buffer.write(b'#!AMR\n' + (bytes([0x3C]) + bytes(31)) * 100)" >"$audio/silence.amr"
