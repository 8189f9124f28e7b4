internal import Affix
internal import Batching

/// What an examination of this machine found.
struct DoctorReport {
    let findings: [Finding]

    var status: ExitStatus { findings.allSatisfy(\.isGood) ? .ready : .machine }

    var json: String { findings.map { JSONLine.of($0) }.joined() }

    func words(_ paint: Paint) -> String {
        let width = (findings.map { $0.name.count }.max() ?? 0) + 2
        return findings.map { finding in
            let mark = finding.isGood ? paint.good("✓") : paint.bad("✗")
            let line = "\(mark) \(finding.name.printable.padded(to: width))\(finding.found.printable)\n"
            let indent = String(repeating: " ", count: width + 2)
            return line + (finding.remedy.map { "\(indent)→ \($0.printable)\n" } ?? "")
        }.joined()
    }
}
