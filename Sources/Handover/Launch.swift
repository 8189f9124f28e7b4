package import AttachmentModel
internal import CDescriptors
internal import Glibc

extension Channel {
    /// Starts `program` with one argument at the far end of a new line, and returns the near end.
    ///
    /// The program finds its end as descriptor 3. It inherits nothing else, neither a descriptor nor a variable: a worker
    /// that was taken over finds no secret there. `process` becomes its number; the caller must reap it.
    package static func launch(
        _ program: String, argument: String, process: inout Int32
    ) throws(PreparationError) -> Channel {
        guard let ends = Ends() else {
            throw PreparationError(.overloaded, "No descriptor is left for another worker")
        }
        let result = unsafe affix_launch(&process, program, argument, ends.far.number)
        guard result == 0 else {
            throw PreparationError(
                .configurationMachine, "The worker program cannot be started",
                detail: "\(program): \(unsafe String(cString: strerror(result)))")
        }
        return Channel(ends.near)
    }
}
