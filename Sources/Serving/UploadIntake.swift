internal import Affix
internal import AttachmentModel
internal import HTTPServer
internal import Synchronization

/// Takes a file in as it comes, bare or in a form.
///
/// The bytes lie in a spool: whatever ends the request early, nothing of it is left behind.
final class UploadIntake: BodyIntake {
    private struct State: ~Copyable {
        var upload: Upload?
        var form: FormFileReader?
    }

    /// What a form may have besides its file.
    private static let frame = 64 << 10

    private let most: Int
    private let state: Mutex<State>
    private let refuse: @Sendable (Problem) -> Answer

    /// - Parameter refuse: makes the answer out of what is wrong, once.
    /// - Throws: what is wrong already.
    init(
        _ form: BodyForm, of head: RequestHead, by preparer: Preparer, refuse: @escaping @Sendable (Problem) -> Answer
    ) throws(Problem) {
        most = preparer.mostUploadBytes
        self.refuse = refuse
        let announced = head.contentLength ?? 0
        var reader: FormFileReader?
        if case .form(let contentType) = form {
            do throws(FormFault) {
                reader = try FormFileReader(contentType: contentType, field: "file")
            } catch {
                throw Problem(RequestFault(.malformed, error.message))
            }
        }
        let least = max(0, announced - (reader == nil ? 0 : Self.frame))
        guard least <= most else { throw Self.tooLarge(most) }
        do throws(PreparationError) {
            state = Mutex(State(upload: try preparer.upload(announced: least), form: reader))
        } catch {
            throw Self.problem(error, most)
        }
    }

    func take(_ bytes: Span<UInt8>) -> Answer? {
        let problem = state.withLock { state -> Problem? in
            guard state.form != nil else { return take(bytes, &state) }
            var problem: Problem?
            var form = state.form.take()
            do throws(FormFault) {
                try form?.read(bytes) { piece in
                    if problem == nil { problem = take(piece, &state) }
                }
            } catch {
                problem = problem ?? Problem(RequestFault(.malformed, error.message))
            }
            state.form = form
            return problem
        }
        guard let problem else { return nil }
        // What came so far is not needed while the rest is thrown away.
        state.withLock { $0.upload = nil }
        return refuse(problem)
    }

    /// The whole file, once the body has ended.
    func finish() throws(Problem) -> HeldFile {
        let outcome = state.withLock { state -> Result<HeldFile, Problem> in
            do throws(FormFault) {
                try state.form?.finish()
            } catch {
                return .failure(Problem(RequestFault(.malformed, error.message)))
            }
            guard let upload = state.upload.take() else { return .failure(Problem(PreparationError(.mediaEmpty))) }
            do throws(PreparationError) {
                return .success(try upload.finish())
            } catch {
                return .failure(Self.problem(error, most))
            }
        }
        return try outcome.get()
    }

    private func take(_ bytes: Span<UInt8>, _ state: inout State) -> Problem? {
        do throws(PreparationError) {
            try state.upload?.append(bytes)
            return nil
        } catch {
            return Self.problem(error, most)
        }
    }

    private static func problem(_ error: PreparationError, _ most: Int) -> Problem {
        // Nothing was fetched: the caller sent too much.
        error.code == .fetchTooLarge ? Problem(RequestFault(.tooLarge, error.message)) : Problem(error)
    }

    private static func tooLarge(_ most: Int) -> Problem {
        Problem(RequestFault(.tooLarge, "The file has more than \(most) bytes, the most that is taken"))
    }
}
