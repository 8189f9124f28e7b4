internal import Affix
internal import AttachmentModel

extension SettingsTable {
    /// How long each stage may take; the deadline holds besides.
    static let times: [Setting] = [
        Setting(
            "fetch-time", \.preparer.budgets.fetch, .time, on: fetching,
            "How long fetching one source may take, redirects and tries again included."),
        Setting(
            "name-time", \.preparer.budgets.name, .time, on: fetching, "How long looking up a host's name may take."),
        Setting(
            "connect-time", \.preparer.budgets.connect, .time, on: fetching,
            "How long reaching a host may take, TLS included."),
        Setting(
            "first-byte-time", \.preparer.budgets.firstByte, .time, on: fetching,
            "How long a host may take to begin its answer."),
        Setting(
            "stall-time", \.preparer.budgets.stall, .time, on: fetching,
            "A transfer that brings less than 1 kB a second for so long is given up."),
        Setting(
            "recognise-time", \.preparer.budgets.recognize, .time, on: preparing,
            "How long reading the structure of a file may take."),
        Setting(
            "picture-time", \.preparer.budgets.renderPicture, .time, on: preparing,
            "How long rendering a picture may take."),
        Setting(
            "movie-time", \.preparer.budgets.renderMovie, .time, on: preparing,
            "How long making a movie may take, be it packed anew, cut or encoded."),
        Setting(
            "audio-time", \.preparer.budgets.renderAudio, .time, on: preparing, "How long making a sound may take."),
        Setting(
            "poster-time", \.preparer.budgets.renderPoster, .time, on: preparing,
            "How long finding the frame that stands for a movie may take."),
        Setting(
            "publish-time", \.preparer.budgets.publish, .time, on: shelving,
            "How long publishing one file may take, tries again and the probe included."),
    ]
}
