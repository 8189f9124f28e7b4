internal import HTTPTransport

/// The body of a request that stores nothing new, as a copy does.
package struct EmptySender: HTTPSender {
    package let count = 0

    package init() {}

    package func read(into room: UnsafeMutableRawBufferPointer, from place: Int) -> Int? { 0 }
}
