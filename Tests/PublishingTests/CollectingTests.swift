internal import AttachmentModel
internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Publishing

/// What goes from the shelf, and what stays.
struct CollectingTests {
    private static let day = 86_400
    private static let now = 2_000_000_000
    private static let names = ["aa", "ab", "ba"].map { $0 + String(repeating: "0", count: 62) }

    /// A shelf with files of given ages in days.
    private func withShelf(_ ages: [Int], _ body: (DirectoryShelf) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            for (name, age) in zip(Self.names, ages) {
                try Self.put("12345", at: "\(folder)/\(name.prefix(2))/\(name).jpg", age: age)
            }
            try await body(DirectoryShelf(folder: folder, address: nil))
        }
    }

    private static func put(_ text: String, at path: String, age: Int) throws {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        let time = Date(timeIntervalSince1970: Double(now - age * day))
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    }

    private func collect(
        _ shelf: DirectoryShelf, removes: Bool, verifies: Bool,
        keepUntil: @escaping @Sendable (String) throws(PreparationError) -> Int?
    ) async throws(PreparationError) -> ShelfCollection {
        try await shelf.collect(
            CollectionOrder(now: Self.now, removes: removes, verifies: verifies, keepUntil: keepUntil))
    }

    @Test func `only what nobody has asked for in 36 days is removed, and only when that is said`() async throws {
        try await withShelf([35, 37, 400]) { shelf in
            for removes in [false, true] {
                let found = try await collect(shelf, removes: removes, verifies: false) { _ in nil }
                #expect(found.expired == 2 && found.expiredBytes == 10 && found.kept == 1 && found.keptBytes == 5)
                #expect(TemporaryFolder.files(below: shelf.folder).count == (removes ? 1 : 3))
            }
        }
    }

    @Test func `the later of the file's time and the index counts`() async throws {
        try await withShelf([400, 400, 1]) { shelf in
            let found = try await collect(shelf, removes: true, verifies: false) { digest in
                digest == Self.names[0] ? Self.now + 1 : Self.now - 1
            }
            #expect(found.expired == 1 && found.kept == 2)
            #expect(!TemporaryFolder.files(below: shelf.folder).contains("ab/\(Self.names[1]).jpg"))
        }
    }

    @Test func `nothing is removed when it cannot be asked what should stay`() async throws {
        try await withShelf([400, 400, 400]) { shelf in
            await #expect(throws: PreparationError(.configurationMachine)) {
                try await collect(shelf, removes: true, verifies: false) { _ throws(PreparationError) in
                    throw PreparationError(.configurationMachine)
                }
            }
            #expect(TemporaryFolder.files(below: shelf.folder).count == 3)
        }
    }

    @Test func `what affix has not published is left alone, however old`() async throws {
        try await withShelf([]) { shelf in
            let strange = [
                "robots.txt", "aa/index.html", "aa/\(Self.names[1]).jpg", "aa/\(Self.names[0])", "aaa/x.jpg",
            ]
            for name in strange { try Self.put("x", at: shelf.folder + "/" + name, age: 400) }
            let found = try await collect(shelf, removes: true, verifies: true) { _ in nil }
            #expect(found == ShelfCollection())
            #expect(TemporaryFolder.files(below: shelf.folder) == strange.sorted())
        }
    }

    @Test func `a file that was renewed in the meantime stays`() async throws {
        try await withShelf([400]) { shelf in
            let path = "\(shelf.folder)/aa/\(Self.names[0]).jpg"
            let found = try await collect(shelf, removes: true, verifies: false) { _ in
                #expect(ShelfFile(path: path).renew(expecting: 5, now: Self.now))
                return nil
            }
            #expect(found.expired == 0 && found.kept == 1)
        }
    }

    @Test(arguments: [(0, 0), (0, 23), (2, 0), (400, 0)])
    func `a renewal moves the time of an old file only`(days: Int, hours: Int) async throws {
        try await withShelf([0]) { shelf in
            let path = "\(shelf.folder)/aa/\(Self.names[0]).jpg"
            let old = Self.now - days * Self.day - hours * 3_600
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(old))], ofItemAtPath: path)
            #expect(ShelfFile(path: path).renew(expecting: 5, now: Self.now))
            let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            #expect(time?.timeIntervalSince1970 == Double(days > 0 ? Self.now : old))
        }
    }

    @Test func `a file that is gone or of another size is not answered with`() async throws {
        try await withShelf([0]) { shelf in
            let path = "\(shelf.folder)/aa/\(Self.names[0]).jpg"
            #expect(!ShelfFile(path: path).renew(expecting: 6, now: Self.now))
            #expect(!ShelfFile(path: path + ".gone").renew(expecting: 5, now: Self.now))
        }
    }

    @Test func `what is withdrawn goes whatever its age, and nothing else`() async throws {
        try await withShelf([0, 0]) { shelf in
            let withdrawal = try await shelf.withdraw(digest: Self.names[0], fileExtension: "png")
            let there = ShelfAddress(folder: shelf.folder).url(
                for: ShelfKey(digest: Self.names[0], fileExtension: "jpg"))
            #expect(withdrawal.removed == 1)
            #expect(withdrawal.urls == [there.replacingOccurrences(of: ".jpg", with: ".png"), there])
            #expect(TemporaryFolder.files(below: shelf.folder) == ["ab/\(Self.names[1]).jpg"])
            #expect(try await shelf.withdraw(digest: Self.names[0], fileExtension: nil) == ShelfWithdrawal())
        }
    }

    @Test func `damaged files are found when they are read`() async throws {
        try await withShelf([1]) { shelf in
            let digest = "5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5"  // of 12345
            try Self.put("12345", at: "\(shelf.folder)/59/\(digest).png", age: 1)
            let found = try await collect(shelf, removes: true, verifies: true) { _ in nil }
            #expect(found.damaged == ["aa/\(Self.names[0]).jpg"] && found.kept == 2)
            #expect(await shelf.isWhole(digest: digest, fileExtension: "png"))
            #expect(await !shelf.isWhole(digest: digest, fileExtension: "jpg"))
        }
    }
}
