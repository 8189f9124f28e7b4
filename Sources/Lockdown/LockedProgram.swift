internal import CSandbox
internal import Glibc

/// A program of somebody else that takes this process over, in a lock that it cannot leave.
///
/// It can read its own libraries and the files it was handed, and write the one it is to fill; it can make no socket,
/// start no program and become no other process.
package struct LockedProgram: Sendable {
    /// The path of the program.
    package var program: String
    /// What it is told, without its name.
    package var arguments: [String]
    /// The descriptor of the file it reads.
    package var input: Int32
    /// The descriptor of the file it fills.
    package var output: Int32
    package var bounds: ProcessBounds
    /// How far it stands back behind other programs; 0 to 19.
    package var niceness: Int32 = 0
    /// Whether it is locked; only an operator turns that off.
    package var isLocked = true

    private static let libraries = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"]

    package init(_ program: String, _ arguments: [String], input: Int32, output: Int32, bounds: ProcessBounds) {
        self.program = program
        self.arguments = arguments
        self.input = input
        self.output = output
        self.bounds = bounds
    }

    /// Locks the process and gives it over to the program, which has no environment; returns only to say why not.
    ///
    /// It ends with the thread of the other process that started it.
    package func start() throws(Lockdown.Fault) -> Never {
        guard affix_end_with_parent() == 0 else { throw Lockdown.Fault(description: "a parent's death goes unheard") }
        // Refused, it only shares its core more evenly.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        try bounds.impose()
        let words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        guard let path = unsafe words[0] else { throw Lockdown.Fault(description: "there is no memory left") }
        if isLocked {
            guard affix_no_new_privileges() == 0 else {
                throw Lockdown.Fault(description: "no-new-privileges was refused")
            }
            try imposeLandlock()
            try CallFilter.program(startedBy: UInt64(UInt(bitPattern: path))).load()
        }
        let environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        _ = unsafe execve(path, words, environment)
        throw Lockdown.Fault(description: unsafe "\(program): \(String(cString: strerror(errno)))")
    }

    private func imposeLandlock() throws(Lockdown.Fault) {
        let version = affix_landlock_version()
        guard version >= 1 else { return }
        let rules = affix_landlock_rules(version)
        guard rules >= 0 else { throw Lockdown.Fault(description: "Landlock was refused") }
        let known = affix_landlock_accesses(version)
        let (read, run) = (UInt64(AFFIX_LANDLOCK_READ), UInt64(AFFIX_LANDLOCK_EXECUTE))
        let fill = read | UInt64(AFFIX_LANDLOCK_WRITE) | UInt64(AFFIX_LANDLOCK_TRUNCATE)
        for place in [program, ownLibraries] + Self.libraries { give(read | run, at: place, to: rules) }
        give(read, at: "/etc/ld.so.cache", to: rules)
        guard affix_landlock_give(rules, input, read) == 0, affix_landlock_give(rules, output, fill & known) == 0,
            affix_landlock_impose(rules) == 0
        else { throw Lockdown.Fault(description: "Landlock was refused") }
    }

    /// Where a program that was not installed by the distribution keeps its libraries.
    private var ownLibraries: String { (program.lastIndex(of: "/").map { program[...$0] } ?? "") + "../lib" }

    /// A place that is not there needs no access.
    private func give(_ accesses: UInt64, at path: String, to rules: Int32) {
        let place = unsafe affix_place(path)
        guard place >= 0 else { return }
        _ = affix_landlock_give(rules, place, accesses)
        close(place)
    }
}
