internal import AttachmentModel
internal import FoundationEssentials
internal import Push

/// How values become JSON here, and the other way round.
enum JSON {
    /// One object on one line, its names in order, so that equal answers have equal bytes.
    static func bytes(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Our own values hold nothing that JSON has no form for.
        guard let data = try? encoder.encode(value) else { preconditionFailure("a value without JSON") }
        return Array(data)
    }

    /// Reads what a client sent; what is wrong with it is told with its place.
    static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(RequestFault) -> Value {
        // The decoder passes over trailing commas, takes the first of two members, and reads what is not UTF-8.
        do throws(JSONSyntaxFault) {
            _ = try JSONValue(strictly: bytes)
        } catch {
            throw RequestFault(.malformed, "The body is no JSON: \(error.happening)")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let fault as RequestFault {
            throw fault
        } catch let error as DecodingError {
            throw RequestFault(.malformed, words(for: error))
        } catch {
            throw RequestFault(.malformed, "The body is no JSON")
        }
    }

    private static func words(for error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "The member \(key.stringValue) is missing"
        case .valueNotFound(_, let context): "\(place(context)) must not be null"
        case .typeMismatch(let type, let context): "\(place(context)) must be \(name(of: type))"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty ? "The body is no JSON" : "\(place(context)): \(context.debugDescription)"
        @unknown default: "The body cannot be read"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return path.isEmpty ? "The body" : "The member " + path.joined(separator: ".")
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is Int.Type, is Double.Type: "a number"
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

extension Decoder {
    /// Refuses an object with a member that nobody would read, as a misspelt one must not be passed over, or with one that
    /// says nothing.
    func refuseMembers(except known: some Collection<String>) throws {
        let members = try container(keyedBy: AnyName.self)
        for name in members.allKeys {
            let place = (codingPath.map(\.stringValue) + [name.stringValue]).joined(separator: ".").prefix(200)
            guard known.contains(name.stringValue) else {
                throw RequestFault(
                    .malformed, "There is no member \(place); known are \(known.sorted().joined(separator: ", "))")
            }
            if try members.decodeNil(forKey: name) {
                throw RequestFault(.malformed, "The member \(place) must not be null; leave it out")
            }
        }
    }
}
