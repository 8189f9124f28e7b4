internal import AttachmentModel
internal import Testing

@testable internal import ObjectStorage

struct ObjectEndpointTests {
    private static let name = ObjectName(bucket: "pictures", key: "a b/c+d.jpg")

    @Test(
        arguments: [
            (nil, .auto, "https://pictures.s3.eu-west-1.amazonaws.com/a%20b/c%2Bd.jpg"),
            (nil, .path, "https://s3.eu-west-1.amazonaws.com/pictures/a%20b/c%2Bd.jpg"),
            ("http://127.0.0.1:9000", .auto, "http://127.0.0.1:9000/pictures/a%20b/c%2Bd.jpg"),
            ("https://Storage.example.com/", .host, "https://pictures.storage.example.com/a%20b/c%2Bd.jpg"),
            ("http://[::1]:9000", .auto, "http://[::1]:9000/pictures/a%20b/c%2Bd.jpg"),
            ("https://storage.example.com:443", .path, "https://storage.example.com/pictures/a%20b/c%2Bd.jpg"),
        ] as [(String?, ObjectEndpoint.Style, String)])
    func `a bucket stands where the endpoint and the setting want it`(
        address: String?, style: ObjectEndpoint.Style, url: String
    ) throws {
        let endpoint =
            try address.map { try ObjectEndpoint($0, style: style) }
            ?? ObjectEndpoint(region: "eu-west-1", style: style)
        #expect(endpoint.place(of: Self.name, query: [:]).url == url)
    }

    @Test func `a bucket with a dot is no part of a host that Amazon has a certificate for`() {
        let place = ObjectEndpoint(region: "cn-north-1").place(of: ObjectName(bucket: "a.b", key: "c"), query: [:])
        #expect(place.url == "https://s3.cn-north-1.amazonaws.com.cn/a.b/c")
        #expect(place.host == "s3.cn-north-1.amazonaws.com.cn" && place.port == 443)
    }

    @Test func `a query is sorted by its names and encoded`() throws {
        let place = try ObjectEndpoint("http://h").place(
            of: ObjectName(bucket: "bbb", key: ""),
            query: ["prefix": "a/b c", "list-type": "2", "continuation-token": "="])
        #expect(place.url == "http://h/bbb?continuation-token=%3D&list-type=2&prefix=a%2Fb%20c")
    }

    @Test(arguments: [
        "", "h", "ftp://h", "http://", "http://u:p@h", "http://h/x", "http://h?x", "http://h:0", "http://h:x",
        "http://a:b:1", "http://[::1",
    ])
    func `an endpoint that cannot be used is refused without being repeated`(address: String) {
        #expect {
            try ObjectEndpoint(address)
        } throws: { error in
            let problem = error as? PreparationError
            return problem?.code == .configurationInvalid
                && (address.isEmpty || problem?.message.contains("u:p") == false)
        }
    }

    @Test(arguments: [
        ("s3://pictures", "pictures", ""), ("S3://pictures/", "pictures", ""), ("s3://a.b-1/x/y z", "a.b-1", "x/y z"),
    ])
    func `a name is a bucket and a key`(text: String, bucket: String, key: String) {
        #expect(ObjectName(text) == ObjectName(bucket: bucket, key: key))
    }

    @Test(arguments: [
        "s3:", "s3://", "s3://ab", "s3://Pictures", "s3://-ab", "s3://a_b/c", "s3://pictures/a/../b",
        "s3://pictures/a\nb",
        "https://pictures/a", "s3://user@pictures/x",
    ])
    func `what no storage keeps apart is no name`(text: String) {
        #expect(ObjectName(text) == nil)
    }
}
