internal import AttachmentModel
internal import FoundationEssentials
internal import Handover
internal import Push

/// How values become JSON here, and the other way round.
enum JSON {
    /// One object on one line, its names in order, so that equal answers have equal bytes.
    static func bytes(_ value: some Encodable) -> [UInt8] {
        // Our own values hold nothing that JSON has no form for.
        guard let bytes = try? JSONText.bytes(value) else { preconditionFailure("a value without JSON") }
        return bytes
    }

    /// Reads what a client sent; what is wrong with it is told with its place.
    static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(RequestFault) -> Value {
        // The decoder passes over trailing commas, takes the first of two members, and reads what is not UTF-8.
        let whole: JSONValue
        do throws(JSONSyntaxFault) {
            whole = try JSONValue(strictly: bytes)
        } catch {
            throw RequestFault(.malformed, "The body is no JSON: \(error.happening)")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let fault as RequestFault {
            throw fault
        } catch let error as DecodingError {
            throw RequestFault(.malformed, words(for: error, in: whole))
        } catch {
            throw RequestFault(.malformed, "The body is no JSON")
        }
    }

    private static func words(for error: DecodingError, in whole: JSONValue) -> String {
        switch error {
        case .keyNotFound(let key, _): "The member \(key.stringValue) is missing"
        case .valueNotFound(_, let context): "\(place(context)) must not be null"
        case .typeMismatch(let type, let context): "\(place(context)) must be \(name(of: type))"
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            // The decoder does not tell the place of a number that it cannot use; all that are read here are whole ones.
            whole.firstFraction().map {
                "The member \($0.place) must be a whole number, and \($0.digits.prefix(30)) is none that can be used"
            } ?? "The body is no JSON"
        case .dataCorrupted(let context): "\(place(context)): \(context.debugDescription)"
        @unknown default: "The body cannot be read"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        context.codingPath.isEmpty ? "The body" : "The member " + context.codingPath.place
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is Int.Type: "a whole number"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}

/// A name that need not be known before.
struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension JSONValue {
    /// The first number that is no whole one, and where it stands; what is merged into a payload may be anything.
    fileprivate func firstFraction(_ path: [String] = []) -> (place: String, digits: String)? {
        switch self {
        case .number(let digits):
            Double(digits).flatMap { Int(exactly: $0) } == nil ? (path.joined(separator: "."), digits) : nil
        case .array(let elements):
            elements.enumerated().lazy.compactMap { $1.firstFraction(path + [String($0)]) }.first
        case .object(let members):
            members.lazy.filter { $0.key != "merge" }.compactMap { $0.value.firstFraction(path + [$0.key]) }.first
        case .null, .bool, .string: nil
        }
    }
}

extension [any CodingKey] {
    /// How a client reads it: names and numbers of elements, with full stops between them.
    fileprivate var place: String { map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".") }
}

extension Decoder {
    /// Refuses an object with a member that nobody would read, as a misspelt one must not be passed over.
    ///
    /// - Parameter others: names that have their place in orders, but not in this one: as null, which many programs write
    ///   for what they have no value of, they stand for nothing.
    func refuseMembers(except known: [String], butNull others: [String] = []) throws {
        let members = try container(keyedBy: AnyName.self)
        for name in members.allKeys where !known.contains(name.stringValue) {
            if others.contains(name.stringValue), try members.decodeNil(forKey: name) { continue }
            let place = (codingPath + [name]).place.prefix(200)
            throw RequestFault(
                .malformed, "There is no member \(place); known are \(known.sorted().joined(separator: ", "))")
        }
    }
}
