internal import Commands
internal import FlowControl
internal import Glibc

@main
struct Main {
    static func main() async {
        DescriptorLimit.raise()
        let status = await Tool(console: .ofProcess(), signals: .caught()).run(bytes: Array(words.dropFirst()))
        exit(status.rawValue)
    }

    /// The command line as the system has it: the name of a file need not be text.
    private static var words: [[UInt8]] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map {
                unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
            }
        }
    }
}
