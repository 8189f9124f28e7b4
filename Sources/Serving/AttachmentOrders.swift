internal import AttachmentModel

/// What the body of a request for attachments holds: one order, or many.
enum AttachmentOrders: Decodable, Sendable {
    case one(AttachmentOrder)
    case many([AttachmentOrder])

    /// Orders that one request may hold.
    static let most = 1_000

    private enum Member: String, CodingKey, CaseIterable { case items }

    static let names = Member.allCases.map(\.rawValue)

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        guard members.contains(.items), try !members.decodeNil(forKey: .items) else {
            self = .one(try AttachmentOrder(from: decoder))
            return
        }
        try decoder.refuseMembers(except: Self.names, butNull: AttachmentOrder.names)
        var list = try members.nestedUnkeyedContainer(forKey: .items)
        // Counted before any of them is read.
        guard let count = list.count, (1...Self.most).contains(count) else {
            throw RequestFault(.malformed, "items must hold from 1 to \(Self.most) orders")
        }
        var orders: [AttachmentOrder] = []
        while !list.isAtEnd {
            let order = try list.decode(AttachmentOrder.self)
            guard order.callback == nil else {
                throw RequestFault(.malformed, "A callback belongs to an order of its own: of many, none becomes a job")
            }
            orders.append(order)
        }
        self = .many(orders)
    }
}
