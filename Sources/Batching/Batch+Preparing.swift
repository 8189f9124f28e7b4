public import Affix
public import AttachmentModel

extension Batch {
    /// Makes a batch with a preparer of its own, in which waiting for a turn is not taken off an item's time.
    ///
    /// With `remembers` set in the preparer's configuration a source that has not changed since an earlier run is not
    /// rendered again.
    ///
    /// - Parameter request: what an item asks for; by default the profile it names, else `push`.
    /// - Throws: `configuration-invalid` with the setting at fault.
    public init(
        _ configuration: Configuration, with preparer: PreparerConfiguration,
        request: @escaping @Sendable (ManifestItem) -> AttachmentRequest = {
            AttachmentRequest($0.source, profile: $0.profile ?? .push)
        }
    ) throws(PreparationError) {
        var preparer = preparer
        preparer.waitsForTurn = true
        preparer.remembersRefusals = !configuration.retriesRefused
        self.init(configuration.bounded(by: preparer), by: try Preparer(preparer), request: request)
    }

    /// - Parameters:
    ///   - request: what an item asks for; the profiles in it are all that answers may differ by.
    ///   - line: says whether an answer may be given once more.
    ///   - work: answers a request of an item, on whatever machine.
    package init(
        _ configuration: Configuration, by line: any Preparing,
        request: @escaping @Sendable (ManifestItem) -> AttachmentRequest,
        work: @escaping @Sendable (ManifestItem, AttachmentRequest) async -> BatchAnswer
    ) {
        let purposes = Purposes(checksOnly: configuration.checksOnly)
        self.init(
            configuration, purpose: { purposes.text(for: request($0)) }, objection: Self.objection(of: line)
        ) { item, _ in await work(item, request(item)) }
    }

    /// - Parameter request: what an item asks for; the profiles in it are all that answers may differ by.
    package init(
        _ configuration: Configuration, by line: any Preparing,
        request: @escaping @Sendable (ManifestItem) -> AttachmentRequest
    ) {
        let purposes = Purposes(checksOnly: configuration.checksOnly)
        self.init(
            configuration, purpose: { purposes.text(for: request($0)) }, objection: Self.objection(of: line)
        ) { item, fetched in
            let observer: Progress.Observer = { if $0.stage == .recognize { fetched() } }
            do throws(PreparationError) {
                guard configuration.checksOnly else {
                    return .receipt(try await line.prepare(request(item), onProgress: observer))
                }
                return .inspection(try await line.inspect(request(item), onProgress: observer))
            } catch {
                return .problem(error)
            }
        }
    }

    /// What was answered well may have been withdrawn since.
    private static func objection(of line: any Preparing) -> Objection {
        { item, answer in
            var receipt: Receipt?
            switch answer {
            case .receipt(let made): receipt = made
            case .inspection, nil: break
            case .problem: return nil
            }
            do throws(PreparationError) {
                try await line.checkStillAllowed(item.source, receipt)
                return nil
            } catch {
                return error
            }
        }
    }
}

extension Batch.Configuration {
    /// The same, with as much at once as a preparer does.
    package func bounded(by preparer: PreparerConfiguration) -> Self {
        var configuration = self
        configuration.renderings = preparer.workerWidth
        configuration.fetchesPerHost = preparer.transfersPerHost
        return configuration
    }
}
