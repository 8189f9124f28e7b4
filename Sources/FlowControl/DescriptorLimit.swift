internal import Glibc

/// How many descriptors this process may have: each transfer holds one for its connection and one for what it brings.
package enum DescriptorLimit {
    /// Allows as many as the machine's operator does.
    ///
    /// The usual soft limit of 1,024 protects programs that use `select`, which nothing here does. Child processes
    /// inherit it; a worker lowers its own when it locks itself down.
    package static func raise() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // Refused, it stays as it was, and what does not fit is an overload.
        _ = unsafe setrlimit(resource, &limit)
    }
}
