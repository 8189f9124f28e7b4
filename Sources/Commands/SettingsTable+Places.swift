internal import Affix

extension SettingsTable {
    /// Where things are kept and published.
    static let places: [Setting] = [
        Setting(
            "shelf", \.preparer.shelf, .path("PLACE"), on: shelving,
            "Where published media goes: a folder, which any web server can serve, or s3://bucket/prefix."),
        Setting(
            "base-url", \.preparer.baseURL, .webAddress, on: publishing.union([.withdraw]),
            "Public https address of the shelf; without it the receipt holds a file URL, which no phone can fetch."),
        Setting(
            "allow-http-base", \.preparer.allowHTTPBase, .onOff, on: publishing.union([.payload, .withdraw]),
            "Accept an http base URL, and http media in payloads, for development: phones refuse it."),
        Setting(
            "probe", \.preparer.probes, .onOff, on: publishing,
            "Load each published file from its public URL, as a phone would, before its receipt says ready."),
        Setting(
            "bucket-style", \.preparer.bucketStyle, .bucketStyle, on: touching,
            "Where a bucket stands in requests: path, host, or auto: host for Amazon's own endpoints, else path."),
        Setting(
            "allow-buckets", \.preparer.allowBuckets, .buckets, on: preparing,
            "Buckets whose objects may be sources, as s3://bucket/key; the key and endpoint are the shelf's."),
        Setting(
            "state", \.preparer.state, .path("DIR"), on: touching,
            "Folder for what affix keeps for itself, such as large downloads while they last."),
    ]
}
