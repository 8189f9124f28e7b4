extension LoopbackOrigin {
    /// What an origin does on one connection after it has read a request.
    package enum Step: Sendable {
        case send([UInt8])
        /// Sends a file as a web server does, or the part that is asked for.
        case file(RangedFile)
        case pause(Duration)
        /// Sends the bytes again and again, with a pause after each, until the other side has gone.
        case drip([UInt8], each: Duration)
        /// Sends the bytes again and again as fast as they are taken.
        case endless([UInt8])
        /// Says nothing more and keeps the connection open.
        case hold
        /// Asks for the request's body and reads it, or only some bytes of it.
        case takeBody(most: Int = .max)
        /// Reads the request's body and keeps it among the origin's `bodies`.
        case keepBody
        /// Closes with a reset instead of an end.
        case reset

        package static func text(_ text: String) -> Step { .send(Array(text.utf8)) }
    }

    /// The steps of one answer; the connection is closed after the last.
    package struct Answer: Sendable {
        package var steps: [Step]

        package init(_ steps: [Step]) {
            self.steps = steps
        }

        /// A whole answer with a true Content-Length.
        package static func ok(
            _ body: [UInt8], type: String? = "image/jpeg", status: String = "200 OK", headers: [String] = []
        ) -> Answer {
            let type = type.map { ["Content-Type: " + $0] } ?? []
            return Answer([head(status, type + ["Content-Length: \(body.count)"] + headers), .send(body)])
        }

        /// Content-Length says `claimed`, whatever comes.
        package static func claiming(_ claimed: Int, _ steps: [Step], type: String = "image/jpeg") -> Answer {
            Answer([head("200 OK", ["Content-Type: " + type, "Content-Length: \(claimed)"])] + steps)
        }

        /// No length at all: the end of the connection is the end of the body.
        package static func withoutLength(_ steps: [Step], type: String = "image/jpeg") -> Answer {
            Answer([head("200 OK", ["Content-Type: " + type])] + steps)
        }

        /// Each part is a chunk; without `isEnded` the last one is missing.
        package static func chunked(_ parts: [[UInt8]], isEnded: Bool = true) -> Answer {
            let chunks: [Step] = parts.map { part in
                .send(Array((String(part.count, radix: 16) + "\r\n").utf8) + part + Array("\r\n".utf8))
            }
            return Answer(
                [head("200 OK", ["Content-Type: image/jpeg", "Transfer-Encoding: chunked"])] + chunks
                    + (isEnded ? [.text("0\r\n\r\n")] : []))
        }

        package static func status(_ status: String, headers: [String] = []) -> Answer {
            .ok(Array("no".utf8), type: "text/plain", status: status, headers: headers)
        }

        package static func redirect(to location: String, status: Int = 302) -> Answer {
            .ok([], type: nil, status: "\(status) Found", headers: ["Location: " + location])
        }

        package static func html(_ page: String, type: String = "text/html; charset=utf-8") -> Answer {
            .ok(Array(page.utf8), type: type)
        }

        /// The same after the request's body has been taken.
        package var afterBody: Answer { Answer([.takeBody()] + steps) }

        /// The same, and the body is kept.
        package var keepingBody: Answer { Answer([.keepBody] + steps) }

        /// A status line and headers, without anything that belongs to a body.
        package static func head(_ status: String, _ headers: [String]) -> Step {
            .text((["HTTP/1.1 " + status] + headers + ["Connection: close"]).joined(separator: "\r\n") + "\r\n\r\n")
        }
    }
}

extension LoopbackOrigin.Answer: CustomStringConvertible {
    /// Short, for the names of test cases.
    package var description: String {
        steps.map { step in
            switch step {
            case .send(let bytes):
                "send " + String(decoding: bytes.prefix(40).filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
            case .file(let file): "file of \(file.bytes.count) bytes"
            case .pause(let duration): "pause \(duration)"
            case .drip(let bytes, let interval): "drip \(bytes.count) bytes each \(interval)"
            case .endless(let bytes): "endless \(bytes.count) bytes"
            case .hold: "hold"
            case .takeBody(let most): "take \(most) bytes"
            case .keepBody: "keep the body"
            case .reset: "reset"
            }
        }.joined(separator: ", ")
    }
}
