extension ByteWindow {
    /// Whether user data say anything: some writers leave an empty list of tags behind.
    package var holdsTags: Bool {
        var walk = BoxWalk(self)
        while let box = (try? walk.next()) ?? nil {
            guard box.name == "meta" else {
                if box.body.count > 0 && box.name != "free" { return true }
                continue
            }
            // A full box in MPEG-4, a plain one in QuickTime.
            let items = box.body.clipped(at: box.body.reads("hdlr", at: 4) ? 0 : 4)
            var parts = BoxWalk(items)
            while let part = (try? parts.next()) ?? nil {
                if part.name != "hdlr" && part.name != "free" && part.body.count > 0 { return true }
            }
        }
        return false
    }
}
