internal import Affix
internal import AttachmentModel
internal import FoundationEssentials
internal import Testing

@testable internal import Commands

struct SettingsTests {
    /// The settings of a command line, an environment and, if given, the content of a file.
    private func settings(
        _ words: [String] = [], _ environment: [String: String] = [:], file: String? = nil
    ) throws -> EffectiveSettings {
        var words = words
        let path = FileManager.default.temporaryDirectory.path() + "affix-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        if let file {
            #expect(FileManager.default.createFile(atPath: path, contents: Data(file.utf8)))
            words += ["--config", path]
        }
        guard case .run(_, let options, _) = try Invocation(["config"] + words) else { throw Cancelled() }
        return try EffectiveSettings(options: options, environment: environment)
    }

    private struct Cancelled: Error {}

    private func problem(_ body: () throws -> Void) -> String? {
        guard case .problem(let problem) = #expect(throws: CommandFailure.self, performing: body) else { return nil }
        return problem.code == .configurationInvalid ? problem.message : nil
    }

    @Test func `a flag overrides the environment, which overrides the file, which overrides the default`() throws {
        let file = #"{"jobs": 2, "shelf": "/file", "state": "/file"}"#
        let found = try settings(
            ["--jobs", "4"], ["AFFIX_JOBS": "3", "AFFIX_SHELF": "/environment"], file: file)
        #expect(found.values.jobs == 4)
        #expect(found.values.preparer.shelf == "/environment")
        #expect(found.values.preparer.state == "/file")
        #expect(found.values.deadline == nil)
        let origins = ["jobs", "shelf", "state", "deadline"].compactMap { SettingsTable[$0] }.map {
            found.origin(of: $0).words.prefix { $0 != " " }
        }
        #expect(origins == ["flag", "environment", "file", "default"])
    }

    @Test func `the time of a stage is a setting of its own`() throws {
        let words = SettingsTable.times.enumerated().flatMap { ["--" + $1.name, "\($0 + 1)s"] }
        let budgets = try settings(words).values.preparer.budgets
        #expect(
            [
                budgets.fetch, budgets.name, budgets.connect, budgets.firstByte, budgets.stall, budgets.recognize,
                budgets.renderPicture, budgets.renderMovie, budgets.renderAudio, budgets.renderPoster, budgets.publish,
            ] == (1...11).map { .seconds($0) })
    }

    @Test func `the file knows texts, numbers, switches and lists`() throws {
        let file = """
            {"base_url": "https://cdn.example.com", "allow_http_base": true, "rescue": false, "deadline": "500ms",
             "allow_ports": [80, 8000], "allow_addresses": ["10.0.0.0/8", "::1"]}
            """
        let values = try settings(file: file).values
        #expect(values.preparer.baseURL == "https://cdn.example.com")
        #expect(values.preparer.allowHTTPBase)
        #expect(!values.rescue)
        #expect(!values.request(MediaSource("a")).profile.rescue)
        #expect(values.deadline == .milliseconds(500))
        #expect(values.preparer.allowPorts == [80, 8000])
        #expect(values.preparer.allowAddresses == ["10.0.0.0/8", "::1"])
    }

    @Test(arguments: [
        (#"{"shelff": "x"}"#, #"There is no setting "shelff""#), (#"{"shelff": "x"}"#, "did you mean shelf?"),
        (#"{"jobs": 0}"#, #""jobs" in "#), (#"{"config": "x"}"#, #""config""#), ("[1]", "is not a JSON object"),
        (#"{"jobs": {"a": 1}}"#, "is not a JSON object"), ("{", "is not a JSON object"),
        ("{}" + String(repeating: " ", count: 1_000_000), "is not a configuration file"),
    ])
    func `a fault of the file is named with its place`(file: String, part: String) throws {
        let message = try #require(problem { _ = try settings(file: file) })
        #expect(message.contains(part), "\(message)")
    }

    @Test func `a file that is not there is the configuration's fault`() throws {
        let message = try #require(problem { _ = try settings(["--config", "/nonexistent/affix.json"]) })
        #expect(message.contains("/nonexistent/affix.json does not exist"))
    }

    @Test func `an unknown variable is named with the nearest known one`() throws {
        let message = try #require(problem { _ = try settings([], ["AFFIX_SHLEF": "x"]) })
        #expect(message.contains("AFFIX_SHLEF") && message.contains("did you mean AFFIX_SHELF?"))
    }

    @Test func `an empty variable counts as not set`() throws {
        #expect(try settings([], ["AFFIX_JOBS": "", "AFFIX_PROFILE": ""]).values.jobs == 8)
    }

    @Test(arguments: [
        ("profile", "big"), ("deadline", "15"), ("deadline", "0s"), ("deadline", "2h"),
        ("deadline", "99999999999999999h"),
        ("deadline", "-1s"), ("jobs", "0"), ("jobs", "x"), ("base-url", "ftp://x"), ("base-url", "https://"),
        ("allow-addresses", "10.0.0.0/33"), ("allow-addresses", "localhost"), ("allow-addresses", "::1/129"),
        ("allow-ports", "0"), ("allow-ports", "80,"), ("user-agent", "a\r\nb"), ("shelf", ""), ("output", "-"),
        ("rescue", "maybe"), ("allow-hosts", "https://a.example"), ("deny-hosts", "a.example,"),
        ("host-transfers", "0"), ("host-starts", "-1"), ("bucket-style", "nowhere"), ("allow-buckets", "a,,b"),
        ("purge-command", " "), ("publish-time", "0s"),
    ])
    func `a value that is not allowed is refused in every place`(name: String, value: String) throws {
        let setting = try #require(SettingsTable[name])
        let message = try #require(
            problem { _ = try settings([], [setting.environmentName: value.isEmpty ? "-" : value]) })
        #expect(message.contains(setting.environmentName) && message.contains(setting.allowed))
        guard !setting.isSwitch else { return }
        #expect(throws: CommandFailure.usage("\(setting.flag) is not what it has to be: \(setting.allowed)")) {
            _ = try settings(["\(setting.flag)=\(value)"])
        }
    }

    @Test(arguments: [("15s", 15_000), ("500ms", 500), ("2m", 120_000), ("1h", 3_600_000)])
    func `times carry their unit`(text: String, milliseconds: Int) throws {
        #expect(try settings(["--deadline", text]).values.deadline == .milliseconds(milliseconds))
    }

    @Test func `every setting can be read back as it is shown`() throws {
        for setting in SettingsTable.rows where setting.absence == nil && setting.standard != "none" {
            var values = Settings()
            #expect(setting.set(setting.standard, in: &values), "\(setting.name)")
            #expect(setting.shown(in: values) == setting.standard)
        }
    }

    @Test func `no two settings share a name or a letter`() {
        let spellings = SettingsTable.rows.flatMap(\.spellings)
        #expect(Set(spellings).count == spellings.count)
    }
}
