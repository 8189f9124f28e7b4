internal import AttachmentModel
package import Rulebook

/// Calls whose result is read as it is made, over a pipe.
extension FFmpegCall {
    /// Draws the first frames of a movie as bitmaps, one behind the other: upright, with square pixels, in usual light.
    package init?(_ recipe: PosterRecipe) {
        // One thread: two would have begun with frames that nobody looks at.
        self.init(
            reading: recipe.kind, isBare: recipe.isBare, threads: 1,
            inputOptions: (Self.told.contains(recipe.kind) ? ["-nofind_stream_info"] : [])
                + ["-t", "\(recipe.seconds)"],
            making: [
                // A cover is a picture too: V leaves those out.
                "-map", "0:V:0", "-vf", Self.filters(recipe).joined(separator: ","), "-fps_mode", "passthrough",
                "-c:v", "bmp", "-pix_fmt", "bgr24",
            ], as: "image2pipe")
    }

    /// Containers whose head tells all that a decoder has to know: it need not decode a frame to find out, only to decode
    /// it once more afterwards.
    private static let told: Set<MediaKind> = [.mp4, .mov, .m4v, .threeGP, .matroska]

    private static func filters(_ recipe: PosterRecipe) -> [String] {
        // Pixels that are not square are stretched or pressed across.
        var share = "min(1\\,\(recipe.longestSide)/max(iw*sar\\,ih))"
        if let frame = recipe.frame {
            let sides = "(\(frame.width)/(iw*sar)\\,\(frame.height)/ih)"
            share = "min(\(share)\\,\(recipe.isFilling ? "max" : "min")\(sides))"
        }
        // Upwards, lest a frame that is to be filled misses a pixel, but not for the error of a division.
        let size = "w='max(1\\,ceil(iw*sar*\(share)-0.01))':h='max(1\\,ceil(ih*\(share)-0.01))'"
        let whole = "bwdif=mode=send_frame:deint=interlaced"
        guard let range = recipe.range else {
            // ffmpeg takes what says nothing for BT.601, whatever its size.
            return [whole, "scale=\(size):flags=bicubic\(recipe.isUntoldHD ? ":in_color_matrix=bt709" : "")"]
        }
        return [whole] + light(range, size: size)
    }

    /// Decodes a sound to two channels of 16 bits, the least significant first.
    package init?(_ recipe: WaveformRecipe) {
        self.init(
            reading: recipe.kind, threads: 1,
            making: ["-map", "0:a:0", "-ac", "2", "-ar", "\(WaveformRecipe.sampleRate)", "-c:a", "pcm_s16le"],
            as: "s16le")
    }
}
