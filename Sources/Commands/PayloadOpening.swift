internal import Affix
internal import AttachmentModel
internal import Push
internal import Sealing

/// Shows what sealed payloads hold: `affix payload --open`.
struct PayloadOpening {
    let settings: Settings
    let console: Console
    /// UNIX seconds.
    let now: Int

    /// - Parameters:
    ///   - words: files of payloads as they stood on the command line.
    ///   - keys: the key file.
    func run(_ words: [String], keys: String) async throws(CommandFailure) -> ExitStatus {
        guard let topic = settings.payload.topic else {
            throw .usage("A sealed payload opens in its app alone: give the bundle ID with --topic")
        }
        let ring: KeyRing
        do throws(PreparationError) {
            ring = try KeyRing(file: keys, state: settings.preparer.state)
        } catch {
            throw .problem(error)
        }
        var status = ExitStatus.ready
        var written = Console.Written.whole
        for word in words where written == .whole {
            try await RecordFile(name: word).forEachRecord { line, bytes in
                do throws(PreparationError) {
                    let opened = try Self.opened(bytes ?? [], with: ring, topic: topic, now: now)
                    written = console.output.write(opened.json + "\n")
                } catch {
                    status = status.joined(with: ExitStatus(error))
                    written = console.error.write(
                        Outcome.words(error, source: "\(word):\(line)", console.paint(for: console.error)))
                }
                return written == .whole
            }
        }
        return written == .failed ? .machine : status
    }

    private static func opened(
        _ bytes: [UInt8], with ring: KeyRing, topic: String, now: Int
    ) throws(PreparationError) -> JSONValue {
        guard let payload = try? JSONValue(strictly: bytes) else {
            throw PreparationError(.payloadNotOpened, "The payload is not JSON")
        }
        return try SealedEnvelope.open(payload, with: ring.sealers, topic: topic, now: now)
    }
}
