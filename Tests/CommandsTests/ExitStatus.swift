internal import Commands

/// Swift Testing has a type of this name too; here it is always ours.
typealias ExitStatus = Commands.ExitStatus
