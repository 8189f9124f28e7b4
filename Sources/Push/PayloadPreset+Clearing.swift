extension PayloadPreset {
    /// Takes out of a payload the media that stands in this shape, with all that the shape says of it.
    func clear(_ payload: inout JSONValue) {
        for media in media(in: payload) where media.url.looksLikeAddress {
            for field in fields {
                // Where any name may stand, the others are not media's.
                let isOpen = field.place.tokens.contains("*")
                payload.remove(at: isOpen ? media.place.tokens : field.place.tokens)
            }
        }
    }
}
