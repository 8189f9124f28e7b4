internal import AttachmentModel
internal import Fetching
internal import FlowControl
internal import FoundationEssentials
internal import Handover
internal import Publishing
internal import Workers

extension Preparer {
    /// Looks at everything on this machine that a preparation needs, and says how to put right what is missing.
    public func examine() async -> [Finding] {
        var (findings, locks) = await examineWorker()
        findings.append(Finding("fetching", found: Fetcher.library))
        findings.append(examineTrust())
        findings.append(await examineTranscoder(locks: locks))
        findings.append(await examineShelf())
        findings.append(examineState())
        return findings
    }

    private func examineWorker() async -> (findings: [Finding], locks: [String]) {
        do throws(PreparationError) {
            let report = try await workers.report(until: Deadline(in: .seconds(10)))
            let isLocked = report.locks.contains("seccomp")
            let findings = [
                Finding("worker", found: report.libraries.joined(separator: ", ")),
                Finding(
                    "sandbox", isGood: isLocked, found: isLocked ? report.locks.joined(separator: ", ") : "off",
                    remedy: configuration.sandbox ? "Use a kernel with seccomp" : "Turn it on: AFFIX_SANDBOX is off"),
            ]
            return (findings, report.locks)
        } catch {
            let finding = Finding(
                "worker", isGood: false,
                found: ([error.message] + [error.detail].compactMap { $0 }).joined(separator: " "),
                remedy:
                    "Put affix-worker beside affix, or name it with AFFIX_WORKER, and run scripts/setup for its libraries"
            )
            return ([finding], [])
        }
    }

    private func examineTrust() -> Finding {
        let file = configuration.caFile ?? "/etc/ssl/certs/ca-certificates.crt"
        return Finding(
            "trusted roots", isGood: FileManager.default.isReadableFile(atPath: file), found: file,
            remedy: "Install the package ca-certificates, or name a readable file with AFFIX_CA_FILE")
    }

    private func examineShelf() async -> Finding {
        do throws(PreparationError) {
            try await shelf.probe()
            return Finding("shelf", found: "\(shelf.place) can be written")
        } catch {
            return Finding(
                "shelf", isGood: false, found: error.detail ?? error.message,
                remedy:
                    "Give this user, or the key of the storage, write permission, or choose another place with --shelf")
        }
    }

    private func examineState() -> Finding {
        Finding(
            "state", isGood: canWriteState, found: configuration.state,
            remedy: "Give this user write permission, or choose another folder with --state")
    }

    /// Whether the state folder can be written; blocks as long as its disk does.
    package var canWriteState: Bool { SpoolRoom(folder: configuration.state, bytes: 0).isUsable }
}
