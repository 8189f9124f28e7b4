package import AttachmentModel

/// The code of the problem that a call ends in; `nil` when it succeeds or throws something else.
package func problemCode(_ body: () async throws -> Void) async -> PreparationError.Code? {
    do { try await body() } catch { return (error as? PreparationError)?.code }
    return nil
}

/// What `#require` is for values that cannot be copied.
package func present<Value: ~Copyable>(_ value: consuming Value?) throws -> Value {
    guard let value else { throw Absence() }
    return value
}

/// Waits for something that must come, for as long as a slow machine may need; `false` when it does not.
package func eventually(_ isTrue: () throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if try isTrue() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}

private struct Absence: Error {}
