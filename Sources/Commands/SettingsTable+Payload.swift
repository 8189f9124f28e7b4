extension SettingsTable {
    /// What goes into the push.
    static let payload: [Setting] = [
        Setting(
            "preset", \.payload.presets, .presets, on: composing,
            "Where the payload names the media: for which push client, or several, as in native,fcm."),
        Setting(
            "preset-file", \.payload.presetFile, .path("FILE"), on: composing,
            "A JSON file of presets of your own: names, and in each JSON pointers with what stands there."),
        Setting("title", \.payload.title, .text, on: composing, "The alert's title."),
        Setting("subtitle", \.payload.subtitle, .text, on: composing, "The alert's subtitle."),
        Setting("body", \.payload.body, .text, on: composing, "The alert's body."),
        Setting(
            "merge", \.payload.base, .path("FILE"), on: composing,
            "A payload to begin with: anything of aps, and data of your own beside it."),
        Setting(
            "shorten", \.payload.shortens, .onOff, on: composing,
            "Whether texts may be shortened so that the payload fits: the body first, then subtitle and title."),
        Setting(
            "push-type", \.payload.type, .pushType, on: composing,
            "The apns-push-type the payload is for; of voip 5120 bytes are taken, else 4096."),
        Setting(
            "broadcast", \.payload.isBroadcast, .onOff, on: composing,
            "The payload goes to a channel, for which 5120 bytes are taken."),
        Setting(
            "priority", \.payload.priority, .count(0...100), on: composing,
            "The apns-priority the payload is sent with, to be checked with its type."),
        Setting(
            "expiration", \.payload.expiration, .count(0...4_102_444_800), on: composing,
            "The apns-expiration in UNIX seconds: media has to last as long, without it for 30 days."),
        Setting(
            "topic", \.payload.topic, .bundle, on: composing,
            "The apns-topic; sealing binds a payload to it."),
        Setting(
            "fetch", \.payload.fetches, .onOff, on: composing,
            "With --check: also fetch the media and judge it, as inspect does."),
        Setting(
            "simulator", \.payload.simulator, .bundle, on: composing,
            "Make an .apns file for this app in an iOS simulator."),
        Setting(
            "seal", \.payload.seal, .path("KEYFILE"), on: composing,
            "Seal texts, media and data with the first key of this file (name:base64 on each line); needs --topic."),
        Setting(
            "clear-text", \.payload.clearText, .text, on: composing,
            "What a sealed push shows when it cannot be opened; it must give nothing away."),
        Setting(
            "open", \.payload.open, .path("KEYFILE"), on: composing,
            "Show what sealed payloads hold, with the keys of this file; needs --topic."),
    ]
}
