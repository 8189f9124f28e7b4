internal import Glibc

/// The memory that this process may count on: the machine's, or less where a control group says so.
enum MachineMemory {
    /// Bytes.
    static func bytes() -> Int {
        let total = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
        return ([total] + controlGroups()).filter { $0 > 0 }.min() ?? total
    }

    /// The limits of both versions of control groups, where a container sees its own.
    private static func controlGroups() -> [Int] {
        ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
            .compactMap { text(of: $0).flatMap(limit) }
    }

    /// The limit in a control group's file: a number of bytes, or no limit as `max` or as a number beyond any machine.
    static func limit(_ text: String) -> Int? {
        Int(text.prefix { $0 != "\n" })
    }

    /// Resident bytes of a process; `nil` when it is gone.
    static func resident(of process: Int32) -> Int? {
        let fields = text(of: "/proc/\(process)/statm")?.split(separator: " ") ?? []
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func text(of path: String) -> String? {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        defer { close(number) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(number, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
