internal import Foundation
internal import HTTPServer
internal import Testing

@testable internal import Serving

/// `/openapi.json` says what is really there.
struct DescriptionTests {
    private typealias Object = [String: Any]

    private static var description: Object {
        get throws {
            try #require(
                try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json)) as? Object)
        }
    }

    private static let methods = ["get", "post", "delete", "put", "patch"]
    /// What is at a path, by the name that logs and metrics have for it, and its method.
    private static let operations = [
        "prepare": "prepare", "recent": "recent", "receipt": "receipt", "withdraw": "withdraw", "inspect": "inspect",
        "original": "original", "job": "job", "media": "media", "render": "render", "health": "healthz",
        "readiness": "readyz", "metrics": "metrics", "description": "openapi",
    ]

    private static func operation(_ path: Object, _ method: String) -> Object? { path[method] as? Object }

    @Test func `every operation is a route, every method of its path that is not described is refused`() throws {
        let paths = try #require(try Self.description["paths"] as? [String: Object])
        var seen: Set<String> = []
        for (path, item) in paths {
            let target = path.replacing(/\{\w+\}/, with: "x")
            for method in Self.methods {
                let head = RequestHead(method: method.uppercased(), target: target, headers: [])
                guard let operation = Self.operation(item, method) else {
                    let fault = #expect(throws: RequestFault.self) { try Route(head) }
                    #expect(fault?.cause == .method, "\(method) \(path)")
                    continue
                }
                let id = try #require(operation["operationId"] as? String)
                let route = try Route(head)
                #expect(route.name == Self.operations[id], "\(method) \(path)")
                #expect(seen.insert(id).inserted)
                // Without a word of its own an operation needs a token, as all do.
                #expect(route.isGuarded == (operation["security"] == nil), "\(method) \(path)")
                let statuses = try #require(operation["responses"] as? Object).keys
                #expect(statuses.contains("401") == route.isGuarded, "\(method) \(path)")
            }
        }
        #expect(seen == Set(Self.operations.keys))
    }

    /// What a fault says that stumbles over a name nobody knows.
    private static func known(_ read: () throws -> Void) throws -> Set<String> {
        let fault = try #require(throws: RequestFault.self) { try read() }
        let names = try #require(fault.message.split(separator: "known are ").last)
        return Set(names.split(separator: ", ").map(String.init))
    }

    @Test(arguments: [
        ("Order", #"{"source": "https://a.example", "@": 1}"#),
        ("ProfileChange", #"{"source": "https://a.example", "profile": {"@": 1}}"#),
        ("PayloadOrder", #"{"source": "https://a.example", "payload": {"@": 1}}"#),
        ("InspectionOrder", #"{"source": "https://a.example", "@": 1}"#),
    ])
    func `an object that a caller sends has the members that are described`(schema: String, body: String) throws {
        let schemas = try #require(
            (try Self.description["components"] as? Object)?["schemas"] as? [String: Object])
        let described = try #require(schemas[schema]?["properties"] as? Object).keys
        let known = try Self.known {
            if schema == "InspectionOrder" {
                _ = try JSON.value(InspectionOrder.self, from: Array(body.utf8))
            } else {
                _ = try JSON.value(AttachmentOrder.self, from: Array(body.utf8))
            }
        }
        #expect(Set(described) == known)
    }

    @Test(arguments: ["/v1/attachments", "/v1/inspections"])
    func `the names in the query beside a file are described, and all that a file may be`(path: String) throws {
        let paths = try #require(try Self.description["paths"] as? [String: Object])
        let post = try #require(paths[path].flatMap { Self.operation($0, "post") })
        let parameters = try #require(post["parameters"] as? [Object])
        let described = Set(parameters.filter { $0["in"] as? String == "query" }.compactMap { $0["name"] as? String })
        let head = RequestHead(method: "POST", target: path + "?@=1", headers: [])
        let known = try Self.known { _ = try UploadOrder(head, inspects: path == "/v1/inspections") }
        #expect(described.subtracting(["wait"]) == known)
        let content = try #require((post["requestBody"] as? Object)?["content"] as? Object)
        for type in content.keys {
            let head = RequestHead(
                method: "POST", target: path, headers: [("content-type", type.replacing("*", with: "x"))])
            #expect(throws: Never.self, "\(type)") { try BodyForm(head) }
        }
        #expect(content.count == 6)
    }

    @Test func `what is sent back to a caller is described where he orders it`() throws {
        let paths = try #require(try Self.description["paths"] as? [String: Object])
        let post = try #require(paths["/v1/attachments"].flatMap { Self.operation($0, "post") })
        let callbacks = try #require(post["callbacks"] as? [String: [String: Object]])
        let item = try #require(callbacks["ended"]?["{$request.body#/callback}"])
        let names = try #require(
            (Self.operation(item, "post")?["parameters"] as? [Object])?.compactMap { $0["name"] as? String })
        #expect(names == ["Affix-Id", "Affix-Signature", "traceparent"])
    }

    @Test func `every code of a request is one of those that are described`() throws {
        let schemas = try #require(
            (try Self.description["components"] as? Object)?["schemas"] as? [String: Object])
        let core = try #require(schemas["ProblemCore"]?["properties"] as? [String: Object])
        let stages = try #require(core["stage"]?["enum"] as? [String])
        #expect(
            Set(stages) == ["source", "fetch", "recognize", "render", "publish", "payload", "configuration", "request"])
    }
}
