internal import AttachmentModel
internal import Testing

@testable internal import Serving

struct CallbackOutcomeTests {
    @Test(
        arguments: [
            (200, 0, nil, CallbackOutcome.delivered), (204, 4, nil, .delivered), (410, 0, nil, .gone),
            (400, 0, nil, .refused), (404, 0, nil, .refused), (401, 0, nil, .refused), (302, 0, nil, .refused),
            (408, 0, nil, .again(after: .seconds(10))), (429, 1, nil, .again(after: .seconds(30))),
            (500, 2, nil, .again(after: .seconds(120))), (503, 3, nil, .again(after: .seconds(420))),
            (500, 4, nil, .abandoned), (429, 0, .seconds(60), .again(after: .seconds(60))),
            (503, 3, .seconds(5), .again(after: .seconds(420))),
            (503, 0, .seconds(86_400), .again(after: .seconds(3_600))),
        ] as [(Int, Int, Duration?, CallbackOutcome)])
    func `an answer ends it or puts it off`(status: Int, tries: Int, asked: Duration?, outcome: CallbackOutcome) {
        #expect(CallbackOutcome(status: status, asked: asked, tries: tries) == outcome)
    }

    @Test(
        arguments: [
            (.sourceAddressForbidden, 0, CallbackOutcome.refused), (.sourceScheme, 0, .refused),
            (.sourcePort, 0, .refused), (.fetchConnect, 0, .again(after: .seconds(10))),
            (.fetchTLSExpired, 1, .again(after: .seconds(30))), (.fetchTimeoutTotal, 4, .abandoned),
        ] as [(PreparationError.Code, Int, CallbackOutcome)])
    func `what our own rules forbid is not tried again, and everything else is`(
        code: PreparationError.Code, tries: Int, outcome: CallbackOutcome
    ) {
        #expect(CallbackOutcome(PreparationError(code), tries: tries) == outcome)
    }

    @Test(arguments: [
        ("https://a.example/b?c", "https://a.example"), ("https://A.example:8443", "https://a.example:8443"),
        ("http://127.0.0.1:80/x/y", "http://127.0.0.1:80"), ("https://a.example?secret=1", "https://a.example"),
        ("https://user:word@a.example/b", "https://…@a.example"),
    ])
    func `of a link only its host is told`(link: String, place: String) {
        #expect(Callback(id: "x", link: link, tries: 0, time: 0).place == place)
    }

    @Test func `a signature is the HMAC of time and body under the key of callbacks`() {
        // hex=$(printf affix-callback | openssl dgst -r -sha256 -hmac 0123456789abcdef0123456789abcdef | cut -d' ' -f1)
        // printf '1700000000.{"a":1}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:$hex
        let key = SigningKey(bytes: Array("0123456789abcdef0123456789abcdef".utf8))
        #expect(
            key.signature(of: #"{"a":1}"#, at: 1_700_000_000)
                == "t=1700000000,v1=0699e749e4f6b0462a292336a8a68f3503789bbedb54c1dd0b217ab221fa04ea")
    }
}
