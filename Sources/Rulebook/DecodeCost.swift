package import AttachmentModel

/// What decoding a picture will take, told from its header: for admission, before a decoder is asked.
///
/// Memory is what a worker holds besides what it holds when idle; time is that of one core.
package struct DecodeCost: Hashable, Sendable {
    /// Bytes of memory.
    package let bytes: Int
    /// Time on one core.
    package let time: Duration

    package init(of facts: MediaFacts) {
        let pixels = Double(facts.width ?? 0) * Double(facts.height ?? 0)
        bytes = Int(min(pixels * facts.heldPerPixel + Double(facts.bytes), 1e15))
        time = .nanoseconds(Int(min(pixels * Double(facts.frames ?? 1) * facts.nanosecondsPerPixel, 1e15)))
    }
}

extension MediaFacts {
    /// Values of one pixel.
    private var channels: Double {
        traits.contains(.grey) ? alpha ? 2 : 1 : traits.contains(.cmyk) || alpha ? 4 : 3
    }

    private var bytesPerSample: Double { traits.contains(.deep) ? 2 : 1 }

    fileprivate var heldPerPixel: Double {
        switch kind {
        case .jpeg: traits.isDisjoint(with: [.progressive, .multiScan]) ? 0 : channels * 2
        case .png: traits.contains(.interlaced) ? channels * bytesPerSample : 0
        case .gif, .webp: 4
        case .heic, .avif: 8
        case .tiff, .bmp: channels * bytesPerSample
        default: 0
        }
    }

    fileprivate var nanosecondsPerPixel: Double {
        switch kind {
        case .jpeg: traits.isDisjoint(with: [.progressive, .multiScan]) ? 9 : 22
        case .png: 40
        case .gif: 14
        case .webp: 30
        case .heic, .avif: 100
        default: 10
        }
    }
}
