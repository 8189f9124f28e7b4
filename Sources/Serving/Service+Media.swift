internal import Affix
internal import HTTPServer

extension Service {
    /// `GET /media/…`.
    func published(_ name: String, _ call: Call) -> Reception {
        guard let digest = withheld.digest(in: name) else {
            return .answer(tell(media.answer(to: call.head, name: name), of: call))
        }
        return .read(atMost: 0, within: configuration.bodyTime) { [self] _ in
            // It may have been allowed again, or the list cannot be read, which may have it.
            let isAllowed = (try? await preparer.checkStillAllowed(nil, digests: [digest])) != nil
            if isAllowed { withheld.remove(digest) }
            return tell(media.answer(to: call.head, name: isAllowed ? name : ""), of: call)
        }
    }

    /// Has files withheld that were withdrawn and still lie there.
    ///
    /// - Parameter digests: among these; without them, among all that are withdrawn.
    func withholdLeftovers(of digests: [String]? = nil) async {
        withheld.add(await preparer.leftovers(of: digests))
    }
}
