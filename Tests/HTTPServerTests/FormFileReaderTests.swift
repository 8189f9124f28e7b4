internal import Testing

@testable internal import HTTPServer

@Suite struct FormFileReaderTests {
    private static let type = "multipart/form-data; boundary=xyz"
    private static let head =
        "Content-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"

    /// What a form holds when it comes in pieces of a size.
    private static func file(in body: String, piece: Int, type: String = type) throws -> String {
        var reader = try FormFileReader(contentType: type, field: "file")
        var file: [UInt8] = []
        let bytes = Array(body.utf8)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            let part = Array(bytes[start..<min(start + piece, bytes.count)])
            try reader.read(part.span) { piece in
                for index in 0..<piece.count { file.append(piece[index]) }
            }
        }
        try reader.finish()
        return String(decoding: file, as: UTF8.self)
    }

    @Test(
        arguments: [
            ("--xyz\r\n\(head)hello\r\n--xyz--\r\n", "hello"),
            ("--xyz\r\n\(head)hello\r\n--xyz--", "hello"),
            ("a preamble\r\n--xyz \t\r\n\(head)hello\r\n--xyz--\r\nan epilogue\r\n--xyz\r\n", "hello"),
            ("--xyz\r\n\(head)\r\n--xyz--\r\n", ""),
            ("--xyz\r\n\(head)\r\n--xy\r\n\r\r\n--xy-\r\n--xyz--\r\n", "\r\n--xy\r\n\r\r\n--xy-"),
            ("--xyz\r\n\(head)--xyz\n--xyz--\r\n--xyz--\r\n", "--xyz\n--xyz--"),
            ("--xyz\r\ncontent-disposition:form-data;name=file\r\n\r\nhello\r\n--xyz--", "hello"),
            (
                "--xyz\r\nContent-Disposition: form-data; filename=\"; name=\\\"x\\\"\"; name=\"file\"\r\n\r\nhello\r\n--xyz--",
                "hello"
            ),
        ], [1, 2, 7, 10_000])
    func `a file is found, however the form comes`(form: (body: String, file: String), piece: Int) throws {
        #expect(try Self.file(in: form.body, piece: piece) == form.file)
    }

    @Test(
        arguments: [
            "", "--xyz\r\n\(head)hello", "--xyz\r\n\(head)hello\r\n--xyz", "--xyz\r\n\(head)hello\r\n--xyz\r\n",
            "--xyz--\r\n",
            "--xyzz\r\n\(head)hello\r\n--xyz--\r\n", "hello\r\n--abc\r\n",
            "--xyz\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\nhello\r\n--xyz--\r\n",
            "--xyz\r\nContent-Disposition: attachment; name=\"file\"\r\n\r\nhello\r\n--xyz--\r\n",
            "--xyz\r\nContent-Disposition: form-data; name=\"file\r\n\r\nhello\r\n--xyz--\r\n",
            "--xyz\r\n\r\nhello\r\n--xyz--\r\n",
            "--xyz\r\n\(head)a\r\n--xyz\r\n\(head)b\r\n--xyz--\r\n",
            "--xyz\r\nX: " + String(repeating: "a", count: 10_000) + "\r\n" + head + "hello\r\n--xyz--\r\n",
        ], [1, 10_000])
    func `what is no form with one file is a fault`(body: String, piece: Int) {
        #expect(throws: FormFault.self) { try Self.file(in: body, piece: piece) }
    }

    @Test(arguments: [
        "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"",
        "multipart/mixed; boundary=a",
        "multipart/form-data; boundary=\"a \"", "multipart/form-data; boundary=é",
        "multipart/form-data; boundary=" + String(repeating: "a", count: 71),
    ])
    func `a form without a boundary is a fault`(type: String) {
        #expect(throws: FormFault.self) { try FormFileReader(contentType: type, field: "file") }
    }

    @Test func `a boundary may be quoted`() throws {
        let type = "multipart/form-data; charset=utf-8; boundary=\"x y:z\""
        #expect(try Self.file(in: "--x y:z\r\n\(Self.head)hello\r\n--x y:z--", piece: 3, type: type) == "hello")
    }
}
