internal import AttachmentModel
internal import Index

/// What is known about a request before anything is fetched.
struct Recollection: Sendable {
    let key: IndexKey
    /// What was published, if it still holds.
    var known: Known?
    /// Why it was refused a short while ago.
    var refusal: PreparationError?
}
