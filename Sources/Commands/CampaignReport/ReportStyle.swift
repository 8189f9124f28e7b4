internal import Digests
internal import FoundationEssentials

/// How a report looks, and the proof by which a browser takes this style and no other.
enum ReportStyle {
    /// The style; Apple publishes no sizes for notifications.
    ///
    /// So these are drawn by eye and not measured, in points, which are CSS pixels here: corners of 24 for the plate, 38 for
    /// the icon with corners of 9, 38 for the thumbnail with corners of 6. What matters is documented: the collapsed
    /// notification has a thumbnail, of the part that `UNNotificationAttachmentOptionsThumbnailClippingRectKey` names where
    /// it is given, and the opened one shows the picture itself
    /// (developer.apple.com/documentation/usernotifications/unnotificationattachment).
    static let css = """
        :root{color-scheme:light dark;--page:#f4f4f6;--paper:#fff;--ink:#1b1b1f;--soft:#5c5c66;--line:#d9d9e0;--blue:#0b57c2;
        --good:#1b7a3d;--look:#8a5a00;--bad:#b3261e;--wait:#5b4bb0;--plate:rgba(255,255,255,.88);--wall1:#b9c9e4;--wall2:#e4d3dd}
        @media(prefers-color-scheme:dark){:root{--page:#121214;--paper:#1d1d21;--ink:#f1f1f4;--soft:#a6a6b2;--line:#3a3a42;
        --blue:#8ab4ff;--good:#6fd08c;--look:#e8b864;--bad:#ff8f85;--wait:#b8abff;--plate:rgba(38,38,42,.9);--wall1:#26344d;
        --wall2:#443142}}
        *{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,
        "Segoe UI",Roboto,"Helvetica Neue",sans-serif;overflow-wrap:anywhere}
        header,main,footer,.filter{max-width:1280px;margin:0 auto;padding:0 20px}header{padding-top:32px}
        h1{font-size:30px;line-height:1.2;margin:0 0 4px;letter-spacing:-.01em}h2{font-size:21px;margin:0 0 4px}
        h3{font-size:15px;margin:0}p{margin:0}a{color:var(--blue)}.soft,.lead{color:var(--soft)}.lead{margin:0 0 12px}
        .notice{margin:16px 0 0;padding:10px 14px;border-left:4px solid var(--look);background:var(--paper);border-radius:6px}
        .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(160px,1fr));gap:12px;margin:20px 0 0;padding:0;
        list-style:none}.tiles li{background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:12px 16px}
        .tiles b{display:block;font-size:28px;line-height:1.2;font-variant-numeric:tabular-nums}.tiles span{color:var(--soft);
        font-size:14px}.is-ready b{color:var(--good)}.is-remarked b{color:var(--look)}.is-refused b{color:var(--bad)}
        .is-failed b{color:var(--wait)}
        .share{display:block;width:100%;height:12px;margin:16px 0 0;border-radius:6px;background:var(--line)}
        .share .ready,.share .attachable{fill:var(--good)}.share .remarked,.share .needsWork{fill:var(--look)}
        .share .refused{fill:var(--bad)}.share .failed{fill:var(--wait)}
        .pick{position:absolute;opacity:0;pointer-events:none}.filter{position:sticky;top:0;z-index:1;margin-top:20px;
        padding-top:10px;padding-bottom:10px;background:var(--page);display:flex;flex-wrap:wrap;gap:8px}
        .filter label{border:1px solid var(--line);background:var(--paper);border-radius:999px;padding:4px 14px;font-size:15px;
        cursor:pointer}
        section{margin:20px 0 36px}
        details{background:var(--paper);border:1px solid var(--line);border-radius:14px;margin:10px 0;padding:0 16px}
        summary{padding:12px 0;cursor:pointer;font-weight:600}summary .count{font-variant-numeric:tabular-nums}
        details>p{margin:0 0 10px}.rows{margin:0;padding:0 0 12px;list-style:none;font-size:15px;content-visibility:auto}
        .rows li{padding:3px 0;border-top:1px solid var(--line)}.rows em,.remarks{color:var(--look)}
        .wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:15px;margin:0 0 12px}
        th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-top:1px solid var(--line)}
        thead th{border-top:0;color:var(--soft);font-weight:500}tbody th{font-weight:500}.n{text-align:right;
        font-variant-numeric:tabular-nums;white-space:nowrap}
        .problems{table-layout:fixed}.problems th:first-child{width:16%}.problems th:nth-child(2){width:40%}
        code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--soft)}
        .sheet{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,280px),1fr));gap:16px;list-style:none;
        margin:12px 0 0;padding:0}.card{background:var(--paper);border:1px solid var(--line);border-radius:18px;overflow:hidden;
        display:flex;flex-direction:column;content-visibility:auto;contain-intrinsic-size:auto 560px;break-inside:avoid}
        .push{background:linear-gradient(160deg,var(--wall1),var(--wall2));padding:12px;display:grid;gap:10px;
        -webkit-print-color-adjust:exact;print-color-adjust:exact}
        .short,.long{background:var(--plate);border-radius:24px;overflow:hidden}.short{display:grid;
        grid-template-columns:38px 1fr 38px;gap:10px;align-items:center;padding:12px 14px}
        .push p{font-size:14px;line-height:1.3;min-width:0}.push b,.push p span{display:block;overflow:hidden;
        white-space:nowrap;text-overflow:ellipsis}.push p span{color:var(--soft)}.long p{padding:10px 16px 14px}
        .app{width:38px;height:38px;border-radius:9px;background:linear-gradient(150deg,#7d8794,#4a525e)}
        .thumb{width:38px;height:38px;border-radius:6px;overflow:hidden;display:block;background:var(--line)}
        .picture{position:relative}.picture svg{display:block;width:100%;height:auto;max-height:520px}
        .moves{position:absolute;right:10px;bottom:10px;padding:1px 9px;border-radius:999px;background:rgba(0,0,0,.72);
        color:#fff;font-size:13px}
        .stand-in{aspect-ratio:16/9;display:grid;place-content:center;justify-items:center;gap:4px;background:#2b2f36;
        color:#fff;font-size:14px;text-align:center;padding:8px}.stand-in svg{width:44px;height:44px;fill:#fff}
        span.thumb{background:#2b2f36;display:grid;place-content:center}span.thumb svg{width:22px;height:22px;fill:#fff}
        .about{padding:12px 16px 16px;font-size:14px;display:grid;gap:4px;align-content:start}.own{color:var(--soft)}
        .was,.source{color:var(--soft)}.about .source{font-size:13px}.remarks{margin:2px 0;padding-left:1.1em}
        footer{padding-bottom:48px;color:var(--soft);font-size:14px}
        @media(max-width:520px){header,main,footer,.filter{padding-left:14px;padding-right:14px}h1{font-size:25px}
        .tiles{grid-template-columns:1fr 1fr}.tiles b{font-size:23px}.filter{position:static}
        .problems thead{position:absolute;clip-path:inset(50%)}.problems tr{display:block;padding:8px 0;
        border-top:1px solid var(--line)}.problems tr>*{display:block;width:auto!important;border:0;padding:0}.size{grid-column:1/-1}}
        @media print{:root{--page:#fff}.pick,.filter{display:none}.card,.rows{content-visibility:visible}
        .sheet{grid-template-columns:repeat(3,1fr)}}
        """ + filters

    /// Shows the chosen group alone: the choice stands before the page's main part, so that no script is needed.
    private static let filters =
        ReportItem.Group.allCases.map { group in
            """

            #show-\(group.rawValue):checked~main .group:not(.\(group.rawValue)){display:none}
            #show-\(group.rawValue):checked~.filter [for=show-\(group.rawValue)]{border-color:var(--blue);color:var(--blue)}
            #show-\(group.rawValue):focus-visible~.filter [for=show-\(group.rawValue)]{outline:3px solid var(--blue)}
            """
        }.joined() + """

            #show-all:checked~.filter [for=show-all]{border-color:var(--blue);color:var(--blue)}
            #show-all:focus-visible~.filter [for=show-all]{outline:3px solid var(--blue)}
            """

    /// The digest of the style as a content security policy names it.
    static let proof: String = {
        let digits = Array(SHA256.digest(of: css))
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        return "sha256-" + Data(bytes).base64EncodedString()
    }()
}
