internal import AttachmentModel
internal import Confinement
internal import Glibc
internal import Handover
internal import Recognition
internal import Rulebook
internal import Transcoding

/// Says what ffmpeg is told when a file is encoded: for benches, which give the same to ffmpeg alone.
///
/// `transcode-words INPUT OUTPUT [PROFILE]` prints a word a line, with the files in the places of the descriptors.
@main
struct Program {
    static func main() throws {
        let words = CommandLine.arguments
        let name = words.count == 4 ? words[3] : AttachmentProfile.push.name
        guard [3, 4].contains(words.count), let profile = AttachmentProfile.named.first(where: { $0.name == name })
        else {
            print("transcode-words INPUT OUTPUT [PROFILE]")
            exit(2)
        }
        let source = OwnedDescriptor(owning: unsafe open(words[1], O_RDONLY | O_CLOEXEC))
        guard let count = source.fileSize, let media = MappedMedia(source.number, count: count),
            let recipe = try TranscodeRecipe(for: Recognizer().facts(of: media), profile: profile),
            let call = FFmpegCall(recipe)
        else { throw PreparationError(.sourceUnreadable) }
        let places = [TranscoderArguments.input: words[1], TranscoderArguments.output: words[2]]
        let names = places.map { ("file:/proc/self/fd/\($0.key)", $0.value) }
        for word in call.arguments { print(names.first { $0.0 == word }?.1 ?? word) }
    }
}
