package import FoundationEssentials

/// A file of this folder; the README beside it says what each one proves.
///
/// The raw value is the path inside the folder.
package enum MediaSample: String, CaseIterable, Sendable {
    case alphaPNG = "images/alpha.png"
    case alphaWebP = "images/alpha.webp"
    case animatedPNG = "images/anim.png"
    case animatedGIF = "images/animated.gif"
    case animatedWebP = "images/animated.webp"
    case deepPNG = "images/deep-16bit.png"
    case opaqueAlphaPNG = "images/opaque-alpha.png"
    case orientation1 = "images/orientation-1.jpg"
    case orientation2 = "images/orientation-2.jpg"
    case orientation3 = "images/orientation-3.jpg"
    case orientation4 = "images/orientation-4.jpg"
    case orientation5 = "images/orientation-5.jpg"
    case orientation6 = "images/orientation-6.jpg"
    case orientation7 = "images/orientation-7.jpg"
    case orientation8 = "images/orientation-8.jpg"
    case palettePNG = "images/palette.png"
    case photo1200x800 = "images/photo-1200x800.jpg"
    case photo12MPRotated = "images/photo-12mp-rotated.jpg"
    case photoArithmetic = "images/photo-arithmetic.jpg"
    case photoCMYK = "images/photo-cmyk.jpg"
    case photoDisplayP3 = "images/photo-display-p3.jpg"
    case photoFitting = "images/photo-fitting.jpg"
    case photoProgressive = "images/photo-progressive.jpg"
    case photoYCCK = "images/photo-ycck.jpg"
    case photoAVIF = "images/photo.avif"
    case photoHEIC = "images/photo.heic"
    case photoWebP = "images/photo.webp"
    case pyramidTIFF = "images/pyramid.tif"
    case screenshot = "images/screenshot.png"
    case smallBMP = "images/small.bmp"
    case smallTIFF = "images/small.tif"
    case stillGIF = "images/still.gif"
    case webPNamedJPEG = "images/webp-named.jpg"

    case fragmented = "movies/fragmented.mp4"
    case h264Matroska = "movies/h264.mkv"
    case hdr422 = "movies/hdr-422.mov"
    case hevcTaggedHEV1 = "movies/hevc-hev1.mp4"
    case interlacedMPEG = "movies/interlaced.mpg"
    case moovFirst = "movies/moov-first.mp4"
    case moovLast = "movies/moov-last.mp4"
    case oddSides = "movies/odd-444.mp4"
    case part2AVI = "movies/part2.avi"
    case portraitRotated = "movies/portrait-rotated.mp4"
    case quickTime = "movies/quicktime.mov"
    case silentMP4 = "movies/silent.mp4"
    case thirtyFiveSeconds = "movies/thirty-five-seconds.mp4"
    case vp9WebM = "movies/vp9.webm"

    case m4aAAC = "audio/aac.m4a"
    case m4aALAC = "audio/alac.m4a"
    case audioOnlyISOM = "audio/audio-only-isom.mp4"
    case mp3BadID3Length = "audio/bad-id3-length.mp3"
    case bareAAC = "audio/bare.aac"
    case m4aCoverArt = "audio/cover-art.m4a"
    case mp3CoverArt = "audio/cover-art.mp3"
    case floatWAV = "audio/float.wav"
    case flac = "audio/flac.flac"
    case opusOgg = "audio/opus.ogg"
    case aiff = "audio/pcm.aif"
    case wav = "audio/pcm.wav"
    case silenceAMR = "audio/silence.amr"
    case ulawAIFC = "audio/ulaw.aifc"
    case vorbisOgg = "audio/vorbis.ogg"
    case mp3WithID3 = "audio/with-id3.mp3"
    case mp3WithoutID3 = "audio/without-id3.mp3"
    case wma = "audio/wma.wma"

    case bombGIF = "hostile/bomb.gif"
    case bombPNG = "hostile/bomb.png"
    case drawingNamedJPEG = "hostile/drawing-svg.jpg"
    case emptyJPEG = "hostile/empty.jpg"
    case forgedEndJPEG = "hostile/forged-end.jpg"
    case manyFramesGIF = "hostile/many-frames.gif"
    case noEndJPEG = "hostile/no-end.jpg"
    case pageNamedJPEG = "hostile/page.jpg"
    case scriptBehindPNG = "hostile/script-behind.png"
    case scriptGIF = "hostile/script.gif"
    case truncatedGIF = "hostile/truncated.gif"
    case truncatedJPEG = "hostile/truncated.jpg"
    case truncatedMP4 = "hostile/truncated.mp4"
    case truncatedPNG = "hostile/truncated.png"
}

extension MediaSample {
    /// Where the samples are.
    ///
    /// Found from this source file and not copied into a bundle: tests and benches run where the sources are, and the
    /// same few megabytes would be copied again for every build.
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    package var url: URL { Self.folder.appending(path: rawValue) }

    package var path: String { url.path(percentEncoded: false) }

    /// The whole file, read anew each time.
    package var bytes: [UInt8] {
        get throws { try [UInt8](Data(contentsOf: url)) }
    }
}
