import AttachmentModel
import Testing

struct KindWordsTests {
    @Test(
        arguments: [
            (.jpeg, "a JPEG picture"), (.avif, "an AVIF picture"), (.heic, "a HEIC picture"), (.mp4, "an MPEG-4 movie"),
            (.mov, "a QuickTime movie"), (.m4v, "an iTunes movie"), (.threeGP, "a 3GPP movie"), (.ogv, "an Ogg movie"),
            (.matroska, "a Matroska or WebM movie"), (.transportStream, "an MPEG transport stream"),
            (.svg, "an SVG drawing"), (.html, "an HTML page"), (.pdf, "a PDF document"), (.rar, "a RAR archive"),
        ] as [(MediaKind, String)])
    func `one of a kind has the article with which it is spoken`(kind: MediaKind, words: String) {
        #expect(kind.wordsForOne == words)
    }

    @Test(arguments: [(MediaKind.ogg, "Ogg audio"), (.wav, "WAV audio"), (.adts, "bare AAC audio")])
    func `sound is not counted`(kind: MediaKind, words: String) {
        #expect(kind.wordsForOne == words)
    }
}
