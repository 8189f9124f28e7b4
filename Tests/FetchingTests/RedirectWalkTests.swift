internal import AttachmentModel
internal import HTTPTransport
internal import Testing

@testable internal import Fetching

struct RedirectWalkTests {
    private func walk(from start: String, along locations: [String?]) throws -> RedirectWalk {
        var walk = RedirectWalk(from: try SourceLink(start))
        for location in locations { _ = try walk.follow(location) }
        return walk
    }

    @Test(arguments: [200, 300, 304, 305, 306, 309, 400]) func `other statuses lead nowhere`(status: Int) {
        #expect(!HTTPHead(status: status, headers: []).isRedirect)
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `five statuses redirect`(status: Int) {
        #expect(HTTPHead(status: status, headers: []).isRedirect)
    }

    @Test func `five hops are followed`() throws {
        let walk = try walk(from: "http://a/0", along: ["1", "2", "3", "4", "https://b/5"])
        #expect(walk.links.last?.text == "https://b/5")
    }

    @Test(
        arguments: [
            (["1", "2", "3", "4", "5", "6"], .fetchTooManyRedirects), (["https://a/0"], .fetchRedirectLoop),
            (["1", "2", "1"], .fetchRedirectLoop), (["http://a/1"], .fetchRedirectDowngrade),
            ([nil], .fetchUnreadableAnswer), (["ftp://a/1"], .sourceScheme), (["https://u@b/"], .sourceInvalid),
        ] as [([String?], PreparationError.Code)])
    func `a walk that goes wrong has a code`(locations: [String?], code: PreparationError.Code) {
        let error = #expect(throws: PreparationError.self) { try walk(from: "https://a/0", along: locations) }
        #expect(error?.code == code)
    }
}
