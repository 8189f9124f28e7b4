internal import Commands
internal import FlowControl
internal import Glibc

@main
struct Main {
    static func main() async {
        DescriptorLimit.raise()
        let status = await Tool(console: .ofProcess()).run(Array(CommandLine.arguments.dropFirst()))
        exit(status.rawValue)
    }
}
