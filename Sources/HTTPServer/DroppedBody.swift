/// Takes a body that nobody wants, so that its client reads the answer: one that is still sending does not.
package final class DroppedBody: BodyIntake {
    package init() {}

    package func take(_ bytes: Span<UInt8>) -> Answer? { nil }
}
