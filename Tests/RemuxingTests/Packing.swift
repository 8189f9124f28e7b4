import AttachmentModel
import Foundation
import Handover
import Recognition
import Remuxing
import Rulebook

/// A file that was packed anew, and what the recogniser says of it.
struct Packing {
    let path: String
    let bytes: Data
    let report: RenderReport
    let facts: MediaFacts

    /// Packs a file and has the result proven, as the line does.
    init(_ source: String, _ kind: MediaKind, as result: MediaKind, cap: Int = 50_000_000) throws {
        path = source + ".packed." + result.fileExtension
        let recipe = RemuxRecipe(kind: kind, result: result, cap: cap)
        report = try Self.pack(source, by: recipe, to: path)
        bytes = try Data(contentsOf: URL(filePath: path))
        facts = try Self.facts(of: path)
    }

    static func pack(_ source: String, by recipe: RemuxRecipe, to path: String) throws(PreparationError) -> RenderReport
    {
        let input = OwnedDescriptor(owning: unsafe open(source, O_RDONLY))
        let output = OwnedDescriptor(owning: unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600))
        guard let count = input.fileSize, let media = MappedMedia(input.number, count: count) else {
            throw PreparationError(.sourceUnreadable)
        }
        return try Remuxer().remux(media, by: recipe, into: output)
    }

    /// Packs bytes that were made by hand.
    static func pack(_ bytes: [UInt8], _ kind: MediaKind = .mp4, as result: MediaKind = .mp4) throws -> Data {
        let path = NSTemporaryDirectory() + "affix-test-" + UUID().uuidString
        try Data(bytes).write(to: URL(filePath: path))
        defer { for name in [path, path + ".packed"] { try? FileManager.default.removeItem(atPath: name) } }
        _ = try pack(path, by: RemuxRecipe(kind: kind, result: result, cap: .max), to: path + ".packed")
        return try Data(contentsOf: URL(filePath: path + ".packed"))
    }

    /// Recognises bytes, plans, and packs where that is the plan: what the line does before it publishes.
    static func throughLine(_ bytes: [UInt8]) throws {
        let path = NSTemporaryDirectory() + "affix-test-" + UUID().uuidString
        try Data(bytes).write(to: URL(filePath: path))
        defer { for name in [path, path + ".packed"] { try? FileManager.default.removeItem(atPath: name) } }
        let plan = try RenderPlan(for: facts(of: path), profile: .push, limits: SourceLimits())
        guard case .remux(let recipe) = plan.path else { return }
        _ = try pack(path, by: recipe, to: path + ".packed")
        try plan.prove(facts(of: path + ".packed"), limits: SourceLimits())
    }

    static func facts(of path: String) throws -> MediaFacts {
        let input = OwnedDescriptor(owning: unsafe open(path, O_RDONLY))
        guard let count = input.fileSize, let media = MappedMedia(input.number, count: count) else {
            throw PreparationError(.sourceUnreadable)
        }
        return Recognizer().facts(of: media)
    }

    /// Whether the file holds a text anywhere.
    func holds(_ text: String) -> Bool { bytes.range(of: Data(text.utf8)) != nil }

    /// Names of the outermost boxes.
    var boxes: [String] {
        var (names, position) = ([String](), 0)
        while position + 8 <= bytes.count {
            let size = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self))
            position += max(size, 8)
        }
        return names
    }
}
