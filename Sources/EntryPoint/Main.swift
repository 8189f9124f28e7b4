internal import Commands
internal import Glibc

@main
struct Main {
    static func main() async {
        let status = await Tool(console: .ofProcess()).run(Array(CommandLine.arguments.dropFirst()))
        exit(status.rawValue)
    }
}
