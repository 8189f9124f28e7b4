package import Index

/// What a machine shares with the others of its fleet; alone it needs none of it.
package struct FleetParts: Sendable {
    /// What all of them remember, in place of the index in the state folder.
    package var index: (any AnswerStore)?
    /// What none of them may publish, besides what is withdrawn in the state folder.
    package var withdrawn: (any BlockStore)?
    /// How long to wait before a host is visited, so that all of them together keep to the pace.
    package var pauseBefore: (@Sendable (_ authority: String) async -> Duration)?

    package init() {}
}
