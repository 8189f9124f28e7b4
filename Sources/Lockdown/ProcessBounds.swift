internal import Glibc

/// What a worker may use before the kernel stops it.
package struct ProcessBounds: Sendable {
    /// Address space in bytes, libraries and mapped media included.
    package var memory = 3 << 30
    /// Seconds of processor time over the worker's whole life.
    package var processorSeconds = 600
    /// Size of a file it writes, in bytes: a rendition.
    package var fileSize = 600_000_000
    /// Descriptors.
    package var descriptors = 64

    /// Seconds of processor time between the limit, at which the kernel says why it ends a process, and the end without a
    /// word, which then can only have come from somebody else.
    ///
    /// It says so each second. A program may take that for a request; ffmpeg gives way to the fourth at the latest.
    private static let processorNotice = 10

    package init() {}

    func impose() throws(Lockdown.Fault) {
        let bounds: [(__rlimit_resource, Int, String)] = [
            (RLIMIT_AS, memory, "address space"), (RLIMIT_CPU, processorSeconds, "processor time"),
            (RLIMIT_FSIZE, fileSize, "file size"), (RLIMIT_NOFILE, descriptors, "descriptors"),
            (RLIMIT_CORE, 0, "core file"),
        ]
        for (resource, most, name) in bounds {
            // A machine that allows less already is not asked for more.
            var limit = rlimit()
            _ = unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
            let last = resource == RLIMIT_CPU ? most + Self.processorNotice : most
            limit.rlim_max = min(limit.rlim_max, rlim_t(last))
            limit.rlim_cur = min(limit.rlim_max, rlim_t(most))
            guard unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
                throw Lockdown.Fault(description: "the limit of \(name) was refused")
            }
        }
    }
}
