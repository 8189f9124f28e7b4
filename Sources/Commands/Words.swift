internal import AttachmentModel

// Every closed set of the model that people get to read, in words.

extension MediaWarning {
    /// What may happen, and to whom, where the warning is about a file of this class.
    func words(of mediaClass: MediaClass) -> String {
        switch (self, mediaClass) {
        case (.trailingBytes, .movie): "bytes follow the end of the movie"
        case (.trailingBytes, .audio): "bytes follow the end of the sound"
        case (.endMissing, .audio): "the last frame of the sound is cut short; players leave it out"
        default: words
        }
    }

    /// What may happen, and to whom; of a picture where it could be another.
    var words: String {
        switch self {
        case .jpegWithoutJFIF: "the JPEG does not start with a JFIF segment; some push SDKs will not know its type"
        case .mp3WithoutID3: "the MP3 has no ID3 tag; some push SDKs will not know its type"
        case .moovLast: "the file's index comes last; some players start late, or not at all"
        case .unusualBrand: "the MPEG-4 brand is unusual; some push SDKs will not know its type"
        case .longerThanShown: "iOS shows the first 30 seconds"
        case .oddMatrix: "the movie is turned by no quarter, slanted or stretched; players do not agree on how it looks"
        case .animatedPNG: "the PNG is animated; it may be shown as a still"
        case .trimmed: "only the beginning is left; the rest would not be shown"
        case .movieLost: "the movie cannot be shown, and only a picture of it is left"
        case .animationLost: "the picture moved, and only its first frame is left"
        case .extensionDisagrees: "the name's extension claims another type than the bytes"
        case .typeDisagrees: "the host's Content-Type names another type than the bytes"
        case .trailingBytes: "bytes follow the end of the picture"
        case .endMissing: "the picture's end mark is missing, though every row is there; strict players may refuse it"
        case .checksumWrong:
            "the checksum over the PNG's pixels is wrong, though every row is there; some players refuse it"
        case .firstFrameBlank: "the first picture of the animation is blank; where it stands still, nothing is seen"
        case .highDynamicRange:
            "the picture is coded for more light than usual screens have; programs that do not know show it grey"
        case .rareType: "iOS shows this type, but push SDKs do not know it"
        case .overGoal: "larger than the profile's goal, though iOS accepts it"
        case .slowToLoad:
            "a phone on slow 4G needs more than \(Int(DeviceWindow.budget)) s for it, so that the push may show without; see --fit"
        case .notPublic: "no phone can fetch this URL; give the shelf's public address with --base-url"
        }
    }
}

extension OriginWarning {
    /// What may happen, and to whom.
    var words: String {
        switch self {
        case .redirects:
            "the URL redirects; each hop costs a phone time, and some push SDKs follow none: publish the last"
        case .contentEncoding:
            "the body has a Content-Encoding; SDKs that count its bytes cut it off: serve media as it is"
        case .typeMissing: "no Content-Type that says what it is; some push SDKs go by nothing else"
        case .attachmentDisposition:
            "Content-Disposition: attachment; some push SDKs store it under the name given there"
        case .notCacheable: "Cache-Control forbids keeping it; every phone fetches it anew"
        case .shortLived: "it may be kept for less than a day; most phones fetch it anew"
        case .lengthMissing: "no Content-Length; a phone cannot tell a whole file from a cut one"
        case .slowFirstByte: "the first byte is late; a push has about 30 seconds for everything"
        }
    }
}

extension Verdict {
    /// The answer as a sentence.
    var words: String {
        switch answer {
        case .attachable: "iOS shows it as it is"
        case .needsWork: "iOS does not show it as it is; affix can make it fit"
        // Affix's own bounds, and what only some push clients show, are none of the device's business.
        case .refused where reasons.first?.iosError == nil: "iOS may show it, but affix does not publish it"
        case .refused where !work.isEmpty: "iOS does not show it as it is, and here affix does not make it fit"
        case .refused: "iOS does not show it, and affix cannot make it fit"
        }
    }
}

extension Verdict.Work {
    /// What affix would do.
    var words: String {
        switch self {
        case .crop: "crop it"
        case .shrink: "shrink it"
        case .reencode: "encode it anew"
        case .remux: "repack it without loss"
        case .transcode: "transcode it"
        case .retag: "correct its codec's name"
        case .strip: "strip its metadata"
        case .trim: "cut it to the 30 seconds that are shown"
        }
    }
}

extension RenderPath {
    /// What was done when no single step needs naming.
    var words: String {
        switch self {
        case .pass: "nothing: the bytes are as they were"
        case .remux: "written anew without loss"
        case .render, .transcode: "encoded anew"
        }
    }
}

extension DeviceWindow {
    /// How long phones need, by their links.
    var words: String {
        seconds.map { "\($0.link.name) \(Humane.time(milliseconds: $0.seconds * 1_000))" }.joined(separator: ", ")
    }
}

extension PreparationError.Stage {
    /// The stage as something that is going on.
    var words: String {
        switch self {
        case .source: "opening"
        case .fetch: "fetching"
        case .recognize: "recognising"
        case .render: "rendering"
        case .publish: "publishing"
        case .payload: "composing"
        case .configuration: "setting up"
        }
    }
}

extension PreparationError.Blame {
    /// Where to look.
    var words: String {
        switch self {
        case .caller: "the request"
        case .origin: "the host"
        case .media: "the file"
        case .affix: "this machine"
        }
    }
}

extension Variant {
    /// Its address with what lies there, or why there is none.
    var words: String {
        switch outcome {
        case .success(let rendition): "\(rendition.url) (\(Humane.facts(rendition.facts)))"
        case .failure(let problem): "\(problem.code): \(problem.message)"
        }
    }
}
