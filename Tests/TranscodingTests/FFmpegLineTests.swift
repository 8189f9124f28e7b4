import AttachmentModel
import Handover
import Testing
import Transcoding

struct FFmpegLineTests {
    @Test(arguments: [
        ("out_time_us=1778167", FFmpegLine.made(1.778167)), ("out_time_us=0", .made(0)),
        ("out_time_us=-9223372036854775807", .progress), ("out_time_us=N/A", .progress),
        ("out_time_us=99999999999999999999", .progress), ("frame=54", .progress), ("progress=end", .progress),
        ("stream_0_0_q=29.0", .progress), ("bitrate=   0.2kbits/s", .progress),
        ("[mov @ 0x55] moov atom not found", .complaint("[mov @ 0x55] moov atom not found")),
        ("title=of a file", .complaint("title=of a file")), ("", .complaint("")),
    ])
    func `a line is progress or a complaint`(text: String, line: FFmpegLine) {
        #expect(FFmpegLine(text) == line)
    }
}

struct FFmpegComplaintsTests {
    @Test(arguments: [
        ("[mov,mp4 @ 0x5581] moov atom not found", PreparationError.Code.mediaCorrupt),
        ("file:/proc/self/fd/3: Invalid data found when processing input", .mediaCorrupt),
        ("Stream map '0:V:0' matches no streams.", .mediaNoPicture),
        ("Output file #0 does not contain any stream", .mediaNoPicture),
        ("Decoding requested, but no decoder found for: none", .renderUnsupported),
        ("[matroska @ 0x1] File ended prematurely at pos. 5: ends prematurely", .mediaTruncated),
        ("[libx264 @ 0x1] malloc of size 9000 failed", .renderOutOfMemory),
        ("Error while opening encoder: Cannot allocate memory", .renderOutOfMemory),
        ("Unknown encoder 'libx264'", .renderTranscoderMissing),
        ("affix-transcoder: /usr/bin/ffmpeg: No such file or directory", .configurationMachine),
        ("ffmpeg: error while loading shared libraries: libavdevice.so.59", .configurationMachine),
        ("av_interleaved_write_frame(): No space left on device", .publishNoSpace),
        ("/bin/cat: unrecognized option '-hide_banner'", .configurationMachine),
        ("something nobody has seen before", .mediaCorrupt),
    ])
    func `of many words one cause is made`(line: String, code: PreparationError.Code) {
        var complaints = FFmpegComplaints()
        complaints.note("[h264 @ 0x7f] a first line that says nothing")
        complaints.note(line)
        #expect(complaints.problem(.status(1))?.code == code)
    }

    @Test(arguments: [
        (ProcessEnding.signal(25), PreparationError.Code.renderCapUnreachable), (.signal(24), .renderTimeout),
        (.signal(11), .renderCrashed), (.signal(31), .renderCrashed), (.signal(9), .overloaded),
        (.signal(15), .overloaded), (.unknown, .renderCrashed),
    ])
    func `a signal has its own`(ending: ProcessEnding, code: PreparationError.Code) {
        #expect(FFmpegComplaints().problem(ending)?.code == code)
    }

    @Test(arguments: [Int32(255), 123])
    func `one that gives way to a signal says so by its status alone`(status: Int32) {
        var complaints = FFmpegComplaints()
        complaints.note("[h264 @ 0x7f] Invalid data found when processing input")
        #expect(complaints.problem(.status(status))?.code == .overloaded)
        #expect(complaints.problem(.status(1))?.code == .mediaCorrupt)
    }

    @Test func `what ends well is no problem, whatever was said`() {
        var complaints = FFmpegComplaints()
        complaints.note("[h264 @ 0x7f] error while decoding MB 3 4")
        #expect(complaints.problem(.status(0)) == nil)
        #expect(complaints.count == 1)
    }

    @Test func `the detail has the first complaint without an address, and how it ended`() {
        var complaints = FFmpegComplaints()
        complaints.note("[mov,mp4,m4a @ 0x5581aa] moov atom not found")
        #expect(complaints.problem(.status(1))?.detail == "ffmpeg: moov atom not found; status 1")
    }

    @Test func `a file that makes it say a million things fills no memory`() {
        var complaints = FFmpegComplaints()
        for number in 0..<1_000_000 { complaints.note("\(number)") }
        #expect(complaints.count == 1_000_000 && complaints.lines.count == 24)
        #expect(complaints.lines.last == "999999")
    }
}
