internal import AttachmentModel
internal import FlowControl
internal import Handover
internal import Transcoding
internal import Workers

extension Preparer {
    /// What ffmpeg must be able to do, as it names it itself.
    private static let needed = ["encoder=libx264", "encoder=aac", "filter=bwdif", "filter=tonemap", "filter=zscale"]

    /// Has ffmpeg itself say, behind its lock, what it is and what it can do.
    ///
    /// - Parameter locks: what a worker is locked by.
    func examineTranscoder(locks: [String]) async -> Finding {
        guard let ffmpeg else {
            return Finding(
                "ffmpeg", isGood: false, found: "not found: movies and sounds are only packed anew, never encoded",
                remedy: "Install the package ffmpeg, or name the program with AFFIX_FFMPEG")
        }
        do throws(PreparationError) {
            let version = try await ask(["-version"]).first?.split(separator: " ").dropFirst(2).first ?? "unknown"
            var lacking: [String] = []
            for name in Self.needed {
                let answer = try await ask(["-h", name])
                if !answer.contains(where: { $0.hasPrefix("Encoder ") || $0.hasPrefix("Filter ") }) {
                    lacking.append(name)
                }
            }
            let isFenced = locks.contains { $0.hasPrefix("landlock") }
            let lock =
                !configuration.sandbox
                ? "not locked" : isFenced ? "locked" : "partly locked: without Landlock it can read files"
            return Finding(
                "ffmpeg", isGood: lacking.isEmpty,
                found: "\(ffmpeg), version \(version), "
                    + (lacking.isEmpty ? "" : "without \(lacking.joined(separator: ", ")), ") + lock,
                remedy: "Use an ffmpeg that has them, as that of the distribution")
        } catch {
            return Finding(
                "ffmpeg", isGood: false,
                found: "\(ffmpeg): " + ([error.message] + [error.detail].compactMap { $0 }).joined(separator: " "),
                remedy:
                    "Put affix-transcoder beside affix-worker, and use an ffmpeg whose libraries lie in the system's folders, or in lib beside its own"
            )
        }
    }

    private func ask(_ question: [String]) async throws(PreparationError) -> [String] {
        guard let file = OwnedDescriptor.memory(named: "affix-question") else { throw PreparationError(.overloaded) }
        let answer = try await workers.transcode(
            FFmpegCall(asking: question), from: file, into: file, within: .init(memory: 0, fileSize: 1),
            budget: .seconds(10), until: Deadline(in: .seconds(10)))
        return answer.lines
    }
}
