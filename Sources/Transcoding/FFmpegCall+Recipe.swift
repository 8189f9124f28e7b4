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
        self.init(reading: recipe.kind, making: options, as: recipe.result == .m4a ? "ipod" : "mp4")
    }

    /// H.264 that every device decodes, at an even quality up to a rate that is never passed for long.
    private static func options(_ picture: TranscodeRecipe.Picture) -> [String] {
        // A cover is a picture too: V leaves those out.
        ["-map", "0:V:0", "-vf", filters(picture).joined(separator: ","), "-fps_mode", "vfr"]
            + [
                "-c:v", "libx264", "-threads:v", "2", "-preset", "veryfast", "-profile:v", "high", "-pix_fmt",
                "yuv420p",
            ]
            + ["-crf", "23", "-maxrate", "\(picture.mostBits)", "-bufsize", "\(picture.mostBits)"]
    }

    private static func options(_ sound: TranscodeRecipe.Sound, isOptional: Bool) -> [String] {
        // Gaps are filled with silence, so that sound and picture stay together.
        ["-map", isOptional ? "0:a:0?" : "0:a:0", "-c:a", "aac", "-b:a", "\(sound.bits)", "-ac", "\(sound.channels)"]
            + ["-ar", "\(sound.sampleRate)", "-af", "aresample=async=1000:first_pts=0"]
    }

    /// What is done to each frame, in order: whole frames out of half ones, fewer of them, smaller, in usual light.
    private static func filters(_ picture: TranscodeRecipe.Picture) -> [String] {
        var filters: [String] = []
        if !picture.isRGB { filters.append("bwdif=mode=send_frame:deint=interlaced") }
        if let rate = picture.rate { filters.append("fps=\(text(rate))") }
        // A frame stays when its forerunner was shown for long enough: between 30 and 33 a second.
        if picture.mayBeFast { filters.append(#"select='isnan(prev_selected_t)+gte(t-prev_selected_t\,0.030)'"#) }
        if let range = picture.range { return filters + light(range, size: size(picture)) + ["setsar=1"] }
        let matrix = picture.isRGB ? ":out_color_matrix=bt709" : ""
        filters.append("scale=\(size(picture)):flags=bicubic:out_range=tv\(matrix)")
        return filters + ["format=yuv420p", "setsar=1"]
    }

    private static func size(_ picture: TranscodeRecipe.Picture) -> String {
        if let box = picture.box { return "w=\(box.width):h=\(box.height)" }
        let side = picture.longestSide
        return #"w='min(\#(side)\,iw)':h='min(\#(side)\,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2"#
    }

    /// Light beyond that of a usual screen is brought to it in linear light; what is white on paper stays so.
    static func light(_ range: TrackFacts.LightRange, size: String) -> [String] {
        let curve = range == .pq ? "smpte2084" : "arib-std-b67"
        return [
            "scale=\(size):flags=bicubic",
            "zscale=tin=\(curve):pin=bt2020:min=bt2020nc:t=linear:npl=203", "format=gbrpf32le", "zscale=p=bt709",
            "tonemap=tonemap=hable:desat=0", "zscale=t=bt709:m=bt709:r=tv", "format=yuv420p",
        ]
    }

    /// A number as ffmpeg reads it.
    private static func text(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}
