// What stands at a place, and how something gets there.
extension JSONValue {
    /// What stands at a place; `nil` when nothing does.
    public subscript(pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            guard let next = value[key: token] ?? value[index: token] else { return nil }
            value = next
        }
        return value
    }

    private subscript(key token: String) -> JSONValue? { self[token] }

    private subscript(index token: String) -> JSONValue? {
        guard let elements, let index = Int(token), elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Puts a value at a place, making what is not there on the way.
    ///
    /// `-` stands for the end of a list, which begins with it when there is none. Anything on the way that can hold
    /// nothing is replaced.
    mutating func put(_ value: JSONValue, at tokens: some Collection<String>) {
        guard let token = tokens.first else {
            self = value
            return
        }
        let rest = tokens.dropFirst()
        if token == "-" {
            var elements = elements ?? []
            var element = JSONValue.object([])
            element.put(value, at: rest)
            elements.append(element)
            self = .array(elements)
        } else if var elements, let index = Int(token), elements.indices.contains(index) {
            elements[index].put(value, at: rest)
            self = .array(elements)
        } else {
            var members = members ?? []
            let place = members.lastIndex { $0.key == token } ?? members.endIndex
            if place == members.endIndex { members.append(Member(token, .object([]))) }
            members[place].value.put(value, at: rest)
            self = .object(members)
        }
    }

    /// Takes away what stands at a place, and whatever on the way then holds nothing.
    mutating func remove(at tokens: some Collection<String>) {
        guard let token = tokens.first, var members else { return }
        let rest = tokens.dropFirst()
        for place in members.indices.reversed() where members[place].key == token {
            members[place].value.remove(at: rest)
            let left = members[place].value
            if rest.isEmpty || left == .object([]) || left == .array([]) || rest.first == "-" {
                members.remove(at: place)
            }
        }
        self = .object(members)
    }

    /// Lends every value that holds no others, with its place, from the first to the last.
    func forEachLeaf(at place: JSONPointer = JSONPointer(), _ body: (JSONPointer, JSONValue) -> Void) {
        switch self {
        case .object(let members):
            for member in members { member.value.forEachLeaf(at: place.appending(member.key), body) }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                element.forEachLeaf(at: place.appending(String(index)), body)
            }
        default: body(place, self)
        }
    }
}
