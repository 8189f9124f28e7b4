import AttachmentModel
import Foundation
import Testing

struct ProblemJSONTests {
    @Test(arguments: [nil, Duration.seconds(30), .milliseconds(1_500)])
    func `a problem is read as it was written, with the time to wait where it is known`(pause: Duration?) throws {
        let problem = PreparationError(.fetchHostBackedOff, detail: "x", retryAfter: pause)
        let text = try JSONEncoder().encode(problem)
        #expect(try JSONDecoder().decode(PreparationError.self, from: text) == problem)
        #expect(String(decoding: text, as: UTF8.self).contains("retry_after") == (pause != nil))
    }
}
