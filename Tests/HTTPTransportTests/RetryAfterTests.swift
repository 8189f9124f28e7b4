internal import Testing

@testable internal import HTTPTransport

struct RetryAfterTests {
    @Test(
        arguments: [
            ("120", nil, 120), ("0", nil, 0), ("99999999999999999999999", nil, 86_400), ("-1", nil, nil),
            ("", nil, nil),
            ("soon", nil, nil), ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:30 GMT", 7),
            ("Sun, 06 Nov 1994 08:49:37 GMT", nil, 37),
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Mon, 07 Nov 1994 08:00:00 GMT", 0),
            ("Wed, 01 Jan 2200 00:00:00 GMT", nil, 86_400),
        ] as [(String, String?, Int?)])
    func `the pause is read in seconds, as a number or a date`(value: String, date: String?, seconds: Int?) {
        var headers = [HTTPHead.Header(name: "retry-after", value: value)]
        if let date { headers.append(.init(name: "date", value: date)) }
        // 784111740 is 08:49:00 on that day.
        let pause = HTTPHead(status: 503, headers: headers).retryAfter(now: 784_111_740)
        #expect(pause == seconds.map { .seconds($0) })
    }

    @Test func `without the header there is no pause`() {
        #expect(HTTPHead(status: 503, headers: []).retryAfter(now: 0) == nil)
    }
}
