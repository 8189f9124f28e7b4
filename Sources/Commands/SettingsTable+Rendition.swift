extension SettingsTable {
    /// What is made of a source.
    static let rendition: [Setting] = [
        Setting(
            "profile", \.profile, .profile, on: asking.union(signing),
            "What to make: push (crop to 1024x1024), banner (1024x512), lite (512x512) or original (full size)."),
        Setting(
            "geometry", \.changes.geometry, .geometry, absence: ofProfile, on: asking,
            "How a picture meets width and height: crop fills them, fit stays inside, pad fills up, keep leaves the size."
        ),
        Setting("width", \.changes.width, .side, absence: ofProfile, on: asking, "Width of the frame in pixels."),
        Setting("height", \.changes.height, .side, absence: ofProfile, on: asking, "Height of the frame in pixels."),
        Setting(
            "gravity", \.changes.gravity, .gravity, absence: ofProfile, on: asking,
            "What a crop keeps: the centre, where attention or entropy is highest, or a point such as 0.5,0.2."),
        Setting(
            "enlarge", \.changes.enlarge, .choice, absence: ofProfile, on: asking,
            "Whether a picture smaller than the frame is enlarged to it (true) or never (false)."),
        Setting(
            "background", \.changes.background, .colour, absence: ofProfile, on: asking,
            "What shows around a padded picture, and through a transparent one that becomes a JPEG."),
        Setting(
            "format", \.changes.format, .format, absence: ofProfile, on: asking,
            "What a still becomes: auto is PNG for transparency and drawings, else JPEG."),
        Setting(
            "animation", \.changes.animation, .animation, absence: ofProfile, on: asking,
            "What becomes of a picture that moves: keep lets it move, still publishes its first frame, movie makes one of what is over 10 MB."
        ),
        Setting(
            "movie", \.changes.movie, .movie, absence: ofProfile, on: asking,
            "What becomes of a movie longer than the 30 seconds that are shown: keep, trim, refuse, or poster, which trims and shows a frame of what iOS cannot play."
        ),
        Setting(
            "quality", \.changes.quality, .quality, absence: ofProfile, on: asking,
            "JPEG quality to begin with; it is lowered to meet the goal."),
        Setting(
            "goal", \.changes.goal, .bytes, absence: ofProfile, on: asking,
            "Bytes to aim for with a still picture; the cap of iOS holds besides."),
        Setting(
            "fit", \.changes.fit, .linkFit, on: asking,
            "Sets the goals so that a phone on this link has the file in this time: 10s@1.6mbps is slow 4G."),
        Setting(
            "variants", \.variants, .variants, on: making.union([.batch]),
            "Further renditions of the same source, by profiles or as a picture: poster of a movie, waveform of a sound."
        ),
        Setting(
            "rescue", \.rescue, .onOff, on: asking,
            "Whether a file that iOS would not show is converted; if not, it is refused."),
        Setting(
            "output", \.output, .path("FILE"), letter: "o", on: making,
            "Also write the result to this file; with one source only."),
    ]
}
