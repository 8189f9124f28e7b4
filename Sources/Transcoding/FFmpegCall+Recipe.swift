internal import AttachmentModel
package import Rulebook

extension FFmpegCall {
    /// Encodes a movie or a sound by a recipe.
    ///
    /// Nothing of it depends on the machine, and ffmpeg writes neither its own name nor the time of day into the result.
    package init?(_ recipe: TranscodeRecipe) {
        var options = ["-map_metadata", "-1", "-map_chapters", "-1"]
        if let end = recipe.end { options += ["-t", Self.text(end)] }
        if let picture = recipe.picture { options += Self.options(picture) }
        if let sound = recipe.sound { options += Self.options(sound, isOptional: recipe.picture != nil) }
        options += ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"]
        options += ["-max_muxing_queue_size", "4096", "-movflags", "+faststart"]
        // Chosen by name: `ipod` is the form with the brand of MPEG-4 audio.
        self.init(
            reading: recipe.kind, isBare: recipe.isBare, making: options,
            as: recipe.result == .m4a ? "ipod" : "mp4")
    }

    /// H.264 that every device decodes, at an even quality up to a rate that is never passed for long.
    private static func options(_ picture: TranscodeRecipe.Picture) -> [String] {
        // A cover is a picture too: V leaves those out.
        if let tag = picture.copiedAs { return ["-map", "0:V:0", "-c:v", "copy", "-tag:v", tag] }
        return ["-map", "0:V:0", "-vf", filters(picture).joined(separator: ","), "-fps_mode", "vfr"]
            + [
                // More threads share out the bits that are left by who comes first, and make another file each time.
                "-c:v", "libx264", "-threads:v", "1", "-preset", "veryfast", "-profile:v", "high", "-pix_fmt",
                "yuv420p",
            ]
            + (isTagged(picture) ? ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"] : [])
            + ["-crf", "23", "-maxrate", "\(picture.mostBits)", "-bufsize", "\(picture.mostBits)"]
    }

    /// Whether the result says that its colours are those of ITU-R BT.709, whatever ffmpeg finds in the source.
    ///
    /// A large picture that says nothing has them, and a small one that says nothing would not.
    private static func isTagged(_ picture: TranscodeRecipe.Picture) -> Bool {
        picture.isRGB || picture.isLarge && picture.isUntold
    }

    private static func options(_ sound: TranscodeRecipe.Sound, isOptional: Bool) -> [String] {
        let map = ["-map", isOptional ? "0:a:0?" : "0:a:0"]
        if sound.isCopied { return map + ["-c:a", "copy"] }
        // Gaps are filled with silence, so that sound and picture stay together.
        return map + ["-c:a", "aac", "-b:a", "\(sound.bits)", "-ac", "\(sound.channels)"]
            + ["-ar", "\(sound.sampleRate)", "-af", "aresample=async=1000:first_pts=0"]
    }

    /// What is done to each frame, in order: whole frames out of half ones, fewer of them, smaller, in usual light.
    private static func filters(_ picture: TranscodeRecipe.Picture) -> [String] {
        var filters: [String] = []
        if !picture.isDrawn { filters.append("bwdif=mode=send_frame:deint=interlaced") }
        if let rate = picture.rate { filters.append("fps=\(text(rate))") }
        // A frame stays when its forerunner was shown for long enough: between 30 and 33 a second.
        if picture.mayBeFast { filters.append(#"select='isnan(prev_selected_t)+gte(t-prev_selected_t\,0.030)'"#) }
        if let range = picture.range { return filters + light(range, size: size(picture)) + ["setsar=1"] }
        // Where there may be red, green and blue, or not: a large picture that says nothing has this matrix already.
        let matrix =
            picture.isRGB ? ":in_color_matrix=\(picture.isLarge ? "bt709" : "auto"):out_color_matrix=bt709" : ""
        filters.append("scale=\(size(picture)):flags=bicubic:out_range=tv\(matrix)")
        return filters + ["format=yuv420p", "setsar=1"]
    }

    /// The shape of a pixel is known for certain only when it is decoded: of AVI, Windows Media and Ogg no head tells it.
    private static func size(_ picture: TranscodeRecipe.Picture) -> String {
        let share = #"min(1\,\#(picture.longestSide)/max(iw*sar\,ih))"#
        return #"w='2*max(1\,trunc(iw*sar*\#(share)/2+0.01))':h='2*max(1\,trunc(ih*\#(share)/2+0.01))'"#
    }

    /// Light beyond that of a usual screen is brought to it.
    ///
    /// White on paper, at 203 cd/m² (ITU-R BT.2408), becomes nearly white; up to 0.7 of it nothing changes, and from there
    /// on the curve bends to five times as much, about 1000 cd/m².
    static func light(_ range: TrackFacts.LightRange, size: String) -> [String] {
        let curve = range == .pq ? "smpte2084" : "arib-std-b67"
        return [
            "scale=\(size):flags=bicubic",
            "zscale=tin=\(curve):pin=bt2020:min=bt2020nc:t=linear:npl=203", "format=gbrpf32le", "zscale=p=bt709",
            "tonemap=tonemap=mobius:param=0.7:desat=0:peak=5", "zscale=t=bt709:m=bt709:r=tv", "format=yuv420p",
        ]
    }

    /// A number as ffmpeg reads it.
    private static func text(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}
