internal import Testing

@testable internal import Commands

struct InvocationTests {
    private func parts(_ words: [String]) throws -> (options: [String], sources: [String]) {
        guard case .run(_, let options, let sources) = try Invocation(words) else { return ([], []) }
        return (options.map { "\($0.setting.name)=\($0.text)" }, sources)
    }

    @Test(arguments: [
        (["prepare", "a", "--profile", "lite", "b"], ["profile=lite"], ["a", "b"]),
        (["--json", "prepare", "a"], ["json=true"], ["a"]),
        (["prepare", "--profile=lite", "--no-rescue", "-"], ["profile=lite", "rescue=false"], ["-"]),
        (["prepare", "-o", "x.jpg", "--", "--json"], ["output=x.jpg"], ["--json"]),
        (["inspect", "--user-agent=a=b", "x"], ["user-agent=a=b"], ["x"]),
        (["collect", "--ca-file", "root.pem"], ["ca-file=root.pem"], []),
    ])
    func `options and sources come in any order`(words: [String], options: [String], sources: [String]) throws {
        let found = try parts(words)
        #expect(found.options == options)
        #expect(found.sources == sources)
    }

    @Test(arguments: [
        ([], "A command is missing"),
        (["prepare"], "A source is missing"),
        (["prepare", "-", "-"], "can stand once"),
        (["prepare", "a", "--profil", "x"], "There is no option --profil (did you mean --profile?)"),
        (["prepare", "a", "--xyzzyx"], "There is no option --xyzzyx"),
        (["prepare", "a", "--shelf"], "--shelf needs a value"),
        (["prepare", "--shelf", "--json", "a"], "--shelf needs a value"),
        (["prepare", "a", "--json=yes"], "--json takes no value"),
        (["inspect", "a", "-o", "b"], "affix inspect takes no -o"),
        (["sign", "a", "--workers", "2"], "affix sign takes no --workers"),
        (["sign", "a", "--state", "b"], "affix sign takes no --state"),
        (["doctor", "a"], "takes no sources"),
        (["inspct", "a"], "did you mean inspect?"),
        (["photo.jpg"], "affix prepare photo.jpg"),
    ])
    func `a wrong command line is told what is wrong`(words: [String], part: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try Invocation(words) }
        guard case .usage(let message) = failure else {
            Issue.record("not a usage failure")
            return
        }
        #expect(message.contains(part), "\(message)")
    }

    @Test(arguments: [["prepare", "--help"], ["help", "prepare"], ["-h", "prepare", "a"]])
    func `help about a command can be asked for in three ways`(words: [String]) throws {
        guard case .help(.prepare) = try Invocation(words) else {
            Issue.record("no help")
            return
        }
    }
}
