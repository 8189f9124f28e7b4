internal import Push

/// What only `affix payload` is told.
struct PayloadSettings: Sendable {
    /// The shapes in which media is named, by name.
    var presets = ["native"]
    /// A file of shapes of the caller's own.
    var presetFile: String?
    /// A payload to begin with.
    var base: String?
    var title: String?
    var subtitle: String?
    var body: String?
    var shortens = false
    var type: PushType?
    var isBroadcast = false
    var priority: Int?
    var expiration: Int?
    var topic: String?
    /// Whether the media of a payload that is checked is fetched and judged too.
    var fetches = false
    /// The app of a simulator.
    var simulator: String?
    /// The key file by which payloads are sealed.
    var seal: String?
    /// The key file by which they are opened.
    var open: String?
    /// What is shown of a sealed push that cannot be opened.
    var clearText = "New message"

    /// How pushes are to be sent.
    var delivery: PushDelivery {
        var delivery = PushDelivery()
        delivery.type = type
        delivery.isBroadcast = isBroadcast
        delivery.priority = priority
        delivery.expiration = expiration
        delivery.topic = topic
        return delivery
    }
}
