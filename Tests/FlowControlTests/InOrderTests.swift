import FlowControl
import Testing

struct InOrderTests {
    @Test func `values come out in the order of their numbers, as soon as their turn has come`() {
        var order = InOrder<String>()
        let given = [order.take("c", number: 2), order.take("a", number: 0), order.take("b", number: 1)]
        #expect(given == [[], ["a"], ["b", "c"]])
    }

    @Test func `what is held because an earlier one is missing can be had in the end`() {
        var order = InOrder<String>()
        _ = order.take("d", number: 3)
        _ = order.take("b", number: 1)
        let (held, rest, left) = (order.held, order.flush(), order.held)
        #expect(held == 2 && rest == ["b", "d"] && left == 0)
    }
}
