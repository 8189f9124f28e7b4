internal import HTTPServer

extension Query {
    /// Reads the query of a request that takes some names and no others.
    ///
    /// - Parameter advice: what to do about a name that is not among them.
    init(of head: RequestHead, known: [String], advice: String = "") throws(RequestFault) {
        try self.init(reading: head.query ?? "")
        for (name, _) in items where !known.contains(name) {
            let names = known.isEmpty ? "" : "; known are \(known.sorted().joined(separator: ", "))"
            throw RequestFault(.malformed, "The query has no name \(name.prefix(50)) here\(names)\(advice)")
        }
    }

    /// Reads a query, whatever its names are.
    init(reading text: String) throws(RequestFault) {
        do throws(QueryFault) {
            try self.init(text)
        } catch {
            throw RequestFault(.malformed, error.message)
        }
    }
}
