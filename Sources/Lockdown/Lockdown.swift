internal import CSandbox
internal import Glibc

/// Takes away from this process everything that opening a stranger's bytes does not need.
///
/// Afterwards the process can read and write the descriptors it holds, map memory and run threads; it can open no file,
/// make no socket, start no program and become no other process. It cannot be undone.
package enum Lockdown {
    /// What could not be locked.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    /// Locks the process and says which locks hold.
    ///
    /// Throws when one that every supported kernel has does not.
    package static func enter(_ bounds: ProcessBounds = ProcessBounds()) throws(Fault) -> [String] {
        try bounds.impose()
        guard affix_not_dumpable() == 0, affix_no_new_privileges() == 0 else {
            throw Fault(description: "no-new-privileges was refused")
        }
        var locks = ["rlimits", "no-new-privs"]
        let landlock = affix_landlock_version()
        if landlock >= 1 {
            guard affix_landlock_impose(affix_landlock_rules(landlock)) == 0 else {
                throw Fault(description: "Landlock was refused")
            }
            locks.append("landlock-\(landlock)")
        }
        try CallFilter.worker.load()
        locks.append("seccomp")
        return locks
    }
}
