internal import AttachmentModel
internal import HTTPTransport
internal import Testing

@testable internal import ObjectStorage

struct StorageAccountTests {
    private static let files = [
        "/home/me/.aws/credentials": """
        # keys
        [default]
        aws_access_key_id = DEFAULT
        aws_secret_access_key=hidden-default
        [nightly]
        aws_access_key_id = NIGHTLY
        aws_secret_access_key = hidden-nightly
        aws_session_token = hidden-token
        """,
        "/home/me/.aws/config": """
        [default]
        region = eu-central-1
        s3 =
            addressing_style = path
            region = nowhere
        [profile nightly]
        region = eu-west-3
        endpoint_url = https://storage.example.com
        [profile settings-only]
        aws_access_key_id = SETTINGS
        aws_secret_access_key = hidden-settings
        """,
        "/keys": "[default]\naws_access_key_id = OTHER\naws_secret_access_key = hidden-other\n",
    ]

    private func account(_ variables: [String: String]) throws(PreparationError) -> StorageAccount {
        try StorageAccount(variables: ["HOME": "/home/me"].merging(variables) { $1 }, style: .auto) { Self.files[$0] }
    }

    private static let own = ["AWS_ACCESS_KEY_ID": "OWN", "AWS_SECRET_ACCESS_KEY": "hidden"]

    @Test(
        arguments: [
            ([:], "https://bbb.s3.eu-central-1.amazonaws.com/"),
            (["AWS_PROFILE": "nightly"], "https://storage.example.com/bbb"),
            (["AWS_REGION": "us-west-2", "AWS_DEFAULT_REGION": "x"], "https://bbb.s3.us-west-2.amazonaws.com/"),
            (["AWS_DEFAULT_REGION": "us-west-2", "AWS_REGION": ""], "https://bbb.s3.us-west-2.amazonaws.com/"),
            (["AWS_ENDPOINT_URL": "http://a"], "http://a/bbb"),
            (
                ["AWS_ENDPOINT_URL": "http://a", "AWS_ENDPOINT_URL_S3": "http://b", "AWS_PROFILE": "nightly"],
                "http://b/bbb"
            ),
            (own.merging(["HOME": ""]) { $1 }, "https://bbb.s3.us-east-1.amazonaws.com/"),
        ] as [([String: String], String)])
    func `endpoint and region are found where Amazon's tools look`(variables: [String: String], url: String) throws {
        let place = try account(variables).endpoint.place(of: ObjectName(bucket: "bbb", key: ""), query: [:])
        #expect(place.url == url)
    }

    @Test(
        arguments: [
            ([:], "DEFAULT"), (["AWS_PROFILE": "nightly"], "NIGHTLY"), (["AWS_PROFILE": "settings-only"], "SETTINGS"),
            (own, "OWN"), (own.merging(["AWS_PROFILE": "nightly"]) { $1 }, "OWN"),
            (["AWS_SHARED_CREDENTIALS_FILE": "/keys"], "OTHER"),
        ] as [([String: String], String)])
    func `a key is found where Amazon's tools look`(variables: [String: String], key: String) throws {
        #expect(try account(variables).signature.names(key))
    }

    @Test(arguments: [
        ["HOME": "/nobody"], ["AWS_ACCESS_KEY_ID": "OWN"], ["AWS_SECRET_ACCESS_KEY": "hidden"],
        ["AWS_PROFILE": "unknown"], ["AWS_REGION": "eu:west"], ["AWS_ENDPOINT_URL": "storage"],
    ])
    func `what is missing or wrong is said without a secret`(variables: [String: String]) {
        #expect {
            try account(variables)
        } throws: { error in
            guard let problem = error as? PreparationError else { return false }
            return problem.code == .configurationInvalid && !"\(problem)".contains("hidden")
        }
    }

    @Test func `a key never shows itself`() throws {
        let account = try account(["AWS_PROFILE": "nightly"])
        var dumped = ""
        dump(account, to: &dumped)
        for text in [dumped, "\(account)", String(reflecting: account), "\(account.signature)"] {
            #expect(!text.contains("hidden") && !text.contains("NIGHTLY"), "\(text)")
        }
    }
}
