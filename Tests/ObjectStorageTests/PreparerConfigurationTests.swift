internal import Affix
internal import AttachmentModel
internal import Testing

/// What is wrong with a storage is told when the preparer is made, not with the first push.
struct PreparerConfigurationTests {
    private func code(_ change: (inout PreparerConfiguration) -> Void) -> PreparationError.Code? {
        var configuration = PreparerConfiguration()
        configuration.workerPath = "/nonexistent"
        configuration.variables = ["AWS_ACCESS_KEY_ID": "KEY", "AWS_SECRET_ACCESS_KEY": "hidden"]
        change(&configuration)
        do throws(PreparationError) {
            _ = try Preparer(configuration)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a storage needs a key, unless it is not used`() {
        #expect(code { $0.variables = [:] } == nil)
        #expect(code { $0.shelf = "s3://pictures/push" } == nil)
        #expect(code { ($0.shelf, $0.variables) = ("s3://pictures/push", [:]) } == .configurationInvalid)
        #expect(code { ($0.allowBuckets, $0.variables) = (["pictures"], [:]) } == .configurationInvalid)
    }

    @Test func `names and settings that cannot be meant are refused`() {
        #expect(code { $0.shelf = "s3://Pictures" } == .configurationInvalid)
        #expect(code { $0.allowBuckets = ["a_b"] } == .configurationInvalid)
        #expect(code { ($0.shelf, $0.bucketStyle) = ("s3://pictures", "nowhere") } == .configurationInvalid)
    }

    @Test(
        arguments: [
            ("s3://pictures/push", "s3://pictures/private", nil), ("s3://pictures/push", "s3://other/push", nil),
            ("s3://pictures/push", "/srv/originals", nil), ("/srv/shelf", "s3://other/private", nil),
            ("/srv/shelf", "/srv/shelf-originals", nil), ("/srv/shelf", "/srv/shelf/originals", .configurationInvalid),
            ("s3://pictures", "s3://pictures/private", .configurationInvalid),
            ("s3://pictures/push/", "s3://pictures/push/private", .configurationInvalid),
            ("s3://pictures/push", "s3://other", .configurationInvalid),
        ] as [(String, String, PreparationError.Code?)])
    func `originals lie outside of the shelf, in a part of a bucket`(
        shelf: String, originals: String, problem: PreparationError.Code?
    ) {
        #expect(code { ($0.shelf, $0.originals) = (shelf, originals) } == problem)
        let isStored = shelf.hasPrefix("s3") || originals.hasPrefix("s3")
        let keyless = code { ($0.shelf, $0.originals, $0.variables) = (shelf, originals, [:]) }
        #expect(keyless == (isStored ? .configurationInvalid : problem))
    }

    @Test func `a probe needs a public address`() {
        #expect(code { $0.probes = true } == .configurationInvalid)
        #expect(code { ($0.probes, $0.baseURL) = (true, "https://cdn.example.com") } == nil)
    }
}
