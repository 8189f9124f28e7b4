internal import Affix
internal import AttachmentModel
internal import HTTPServer
internal import Handover

extension Service {
    /// Takes a file in as it comes, then has it worked on; what is wrong with the head is answered at once.
    func taking(
        _ call: Call, _ form: BodyForm, _ order: UploadOrder,
        _ work: @escaping @Sendable (HeldFile, UploadOrder, Call) async -> Answer
    ) -> Reception {
        let refuse: @Sendable (Problem) -> Answer = { [self] problem in
            tell(problem.answer, of: call, result: problem.code)
        }
        // Nothing of it would find room.
        if let shortage = readiness.shortage { return .answer(refuse(Problem(shortage))) }
        do throws(Problem) {
            let intake = try UploadIntake(form, of: call.head, by: preparer, refuse: refuse)
            return .take(intake, within: configuration.uploadTime) {
                do throws(Problem) {
                    return await work(try intake.finish(), order, call)
                } catch {
                    return refuse(error)
                }
            }
        } catch {
            return .answer(refuse(error))
        }
    }

    /// `POST /v1/attachments` with a file.
    func prepare(_ file: HeldFile, of upload: UploadOrder, _ call: Call) async -> Answer {
        var answer = await maker.attachment(for: upload.order(.held(file)))
        // What is not worth attaching is not worth keeping.
        guard upload.keepsOriginal, case .ready = answer.attachment else { return tell(answer, of: call) }
        do throws(PreparationError) {
            let end = try await preparer.keepOriginal(file)
            answer.original = KeptOriginal(digest: file.digest, bytes: file.count, expiresAt: end)
            return tell(answer, of: call)
        } catch {
            return tell(Problem(error).answer, of: call, result: error.code.text)
        }
    }

    /// `POST /v1/inspections` with a file.
    func inspect(_ file: HeldFile, of upload: UploadOrder, _ call: Call) async -> Answer {
        let order = upload.order(.held(file))
        return await inspect(order.request(within: order.deadline), call)
    }

    /// `GET /v1/originals/…`.
    func original(_ name: String, _ call: Call) -> Reception {
        .read(atMost: 0, within: configuration.bodyTime) { [self] _ in
            do throws(PreparationError) {
                return tell(try await original(name), of: call)
            } catch {
                return tell(Problem(error).answer, of: call, result: error.code.text)
            }
        }
    }

    private func original(_ name: String) async throws(PreparationError) -> Answer {
        guard let digest = Preparer.digest(name), let file = try await preparer.original(digest),
            let count = file.fileSize
        else { return Problem(RequestFault(.notFound, "No original of this digest is kept")).answer }
        // A stranger's bytes: a browser that is led here must not open them as anything.
        return Answer(
            200,
            headers: [
                ("Content-Type", "application/octet-stream"), ("Content-Disposition", "attachment"),
                ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "private, no-store"),
                ("Content-Security-Policy", "sandbox; default-src 'none'"),
            ], .file(HandedFile(file), offset: 0, count: count))
    }

    /// `GET /v1/attachments`.
    func recentReceipts(_ call: Call) async -> Answer {
        let limit: Int
        do throws(RequestFault) {
            limit = try Self.limit(call.head)
        } catch {
            return tell(Problem(error).answer, of: call, result: error.cause.rawValue)
        }
        var receipts: [Receipt] = []
        for receipt in recent.latest(RecentReceipts.most) where receipts.count < limit {
            // Others withdraw and tidy up, too.
            if await preparer.isStillPublished(receipt) { receipts.append(receipt) }
        }
        return tell(.json(200, ["items": receipts]), of: call)
    }

    private static func limit(_ head: RequestHead) throws(RequestFault) -> Int {
        guard let text = try Query(of: head, known: ["limit"]).first("limit") else { return RecentReceipts.most }
        guard let limit = Int(text), (1...RecentReceipts.most).contains(limit) else {
            throw RequestFault(.malformed, "limit is a number from 1 to \(RecentReceipts.most)")
        }
        return limit
    }
}
