extension PayloadPreset {
    /// The shape that affix's own clients read: every rendition, the smallest first, with all it takes to attach it.
    public static let native = PayloadPreset(
        known: "native",
        [
            ("/media/-/url", .url), ("/media/-/uti", .uti), ("/media/-/ext", .fileExtension),
            ("/media/-/bytes", .bytes), ("/media/-/sha256", .digest), ("/media/-/size", .size),
            ("/media/-/clip", .clip), ("/media/-/expires", .expires),
        ])

    /// Every shape that a vendor's documentation or client source confirms, as it arrives on the device.
    public static let known: [PayloadPreset] = [
        native,
        // Firebase Cloud Messaging: FIRMessagingExtensionHelper.
        PayloadPreset(known: "fcm", [("/fcm_options/image", .url)]),
        // OneSignal: a dictionary of identifiers and URLs.
        PayloadPreset(known: "onesignal", [("/att/media", .url)]),
        // Airship: its media attachment extension, whose crop is the system's clipping rectangle.
        PayloadPreset(
            known: "airship",
            [
                ("/com.urbanairship.media_attachment/url", .url),
                ("/com.urbanairship.media_attachment/options/crop", .crop),
            ]),
        // Braze: the type is the suffix under which its client saves the file.
        PayloadPreset(known: "braze", [("/ab/att/url", .url), ("/ab/att/type", .fileExtension)]),
        PayloadPreset(known: "clevertap", [("/ct_mediaUrl", .url), ("/ct_mediaType", .family)]),
        PayloadPreset(known: "iterable", [("/itbl/attachment-url", .url)]),
        PayloadPreset(known: "customerio", [("/CIO/push/image", .url)]),
        PayloadPreset(known: "pushwoosh", [("/attachment", .url)]),
        // Salesforce Marketing Cloud; its _mediaAlt, a text in place of the media, is the sender's to give.
        PayloadPreset(known: "salesforce", [("/_mediaUrl", .url)]),
        PayloadPreset(
            known: "home-assistant", [("/attachment/url", .url), ("/attachment/content-type", .fileExtension)]),
        // Expo: what its API calls data arrives as body.
        PayloadPreset(known: "expo", [("/body/_richContent/image", .url)]),
    ]

    /// Further places where these clients look, which only a reader needs to know; `*` stands for any name.
    static let alsoRead: [PayloadPreset] = [
        PayloadPreset(known: "onesignal", [("/att/*", .url)]),
        PayloadPreset(known: "onesignal", [("/os_data/att/*", .url)]),
        PayloadPreset(known: "onesignal", [("/at/*", .url)]),
        PayloadPreset(known: "airship", [("/com.urbanairship.media_attachment/url/-", .url)]),
        PayloadPreset(known: "airship", [("/com.urbanairship.media_attachment/urls/-/url", .url)]),
    ]
}
