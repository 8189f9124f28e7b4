internal import FoundationEssentials
internal import Index

/// What was withdrawn at once, or a part of it, as it stands in the bucket of what is withdrawn.
struct StoredAct: Codable {
    private static let schema = 1
    /// Things in one message: a few hundred bytes each, of the million that a server takes.
    private static let most = 1_000

    private let schema: Int
    private let act: String
    private let part: Int
    private let time: Int
    private let keys: [BlockKey]

    /// An act cut into parts that can be stored, each with its key and its bytes.
    static func parts(of keys: [BlockKey], time: Int) throws(IndexFault) -> [(key: String, bytes: [UInt8])] {
        let act = String(UInt64.random(in: .min ... .max), radix: 36)
        var parts: [(String, [UInt8])] = []
        for part in 0..<count(of: keys.count) {
            let some = Array(keys.dropFirst(part * most).prefix(most))
            let stored = Self(schema: schema, act: act, part: part, time: time, keys: some)
            guard let bytes = try? JSONEncoder().encode(stored) else {
                throw IndexFault(mayPass: false, words: "What is to be withdrawn cannot be written as JSON")
            }
            parts.append((key(act, part), Array(bytes)))
        }
        return parts
    }

    /// Into how many parts so many things are cut.
    static func count(of keys: Int) -> Int { (keys + most - 1) / most }

    /// What a part is called in the bucket.
    static func key(_ act: String, _ part: Int) -> String { "v1.\(act).\(part)" }

    /// Reads a message; one that cannot be read may have withdrawn anything.
    init(bytes: [UInt8]) throws(QueueFault) {
        let decoder = JSONDecoder()
        guard let mark = try? decoder.decode(SchemaMark.self, from: Data(bytes)) else {
            throw QueueFault(.other, "it is damaged")
        }
        guard mark.schema <= Self.schema else { throw QueueFault(.other, "a later version of affix has written it") }
        guard let made = try? decoder.decode(Self.self, from: Data(bytes)) else {
            throw QueueFault(.other, "it is damaged")
        }
        self = made
    }

    private init(schema: Int, act: String, part: Int, time: Int, keys: [BlockKey]) {
        self.schema = schema
        self.act = act
        self.part = part
        self.time = time
        self.keys = keys
    }

    /// The parts put together, in the order in which the acts came.
    static func withdrawals(_ parts: [StoredAct]) -> Withdrawals {
        var places: [String: Int] = [:]
        var acts: [Withdrawals.Act] = []
        for part in parts {
            if let place = places[part.act] {
                acts[place].keys += part.keys
            } else {
                places[part.act] = acts.count
                acts.append(Withdrawals.Act(name: part.act, time: part.time, keys: part.keys))
            }
        }
        return Withdrawals(acts)
    }
}
