internal import Testing

@testable internal import Rendering

/// Rows at another width.
struct RowWeightsTests {
    init() throws {
        _ = try Renderer(threads: 1)
    }

    private static func samples(_ raster: borrowing Raster) throws -> [UInt8] {
        try raster.withRows { rows in
            var samples: [UInt8] = []
            for index in rows.indices { samples.append(rows[index]) }
            return samples
        }
    }

    private static func narrowed(_ row: [UInt8], bands: Int = 1, height: Int = 1, by across: Double) throws -> [UInt8] {
        let samples = Array(repeatElement(row, count: height).joined())
        let raster = try Raster(pixels: samples, width: row.count / bands, height: height, bands: bands)
        return try Self.samples(try raster.resized(across: across, down: 1))
    }

    @Test(arguments: [(4, 2, 2.0), (100, 97, 1.03), (1, 1, 1.4), (1_170, 1_024, 1.142_6), (9, 2, 4)])
    func `weights of each target sum up to 1, about its middle`(sources: Int, targets: Int, scale: Double) {
        let rows = RowWeights(from: sources, to: targets, scale: scale)
        #expect(rows.firsts.count == targets && rows.weights.count == targets * rows.taps)
        let cutOff = (Double(sources) - Double(targets) * scale) / 2
        for target in 0..<targets {
            let weights = rows.weights[target * rows.taps..<(target + 1) * rows.taps]
            #expect(abs(weights.reduce(0, +) - 1) < 0.000_01)
            let middle = zip(0..., weights).reduce(0) { $0 + (Float(rows.firsts[target]) + Float($1.0) + 0.5) * $1.1 }
            #expect(abs(Double(middle) - (Double(target) + 0.5) * scale - cutOff) < 0.02 * scale)
            // What is looked at lies within a row that goes on by as many pixels at either end.
            let first = Int(rows.firsts[target])
            #expect(first >= -rows.taps && first <= sources)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 9]) func `one colour stays what it is, in every row`(height: Int) throws {
        for bands in 1...4 {
            let pixel = [UInt8]([255, 0, 77, 200].prefix(bands))
            let row = Array(repeatElement(pixel, count: 50).joined())
            let found = try Self.narrowed(row, bands: bands, height: height, by: 0.7)
            #expect(found == Array(repeatElement(pixel, count: 35 * height).joined()))
        }
    }

    /// Against libvips, which rounds its weights: one step of columns that is turned on its side.
    @Test(arguments: [0.26, 0.5, 0.617, 0.875, 0.99]) func `rows come out as columns do`(across: Double) throws {
        let row = (0..<400).map { UInt8(truncatingIfNeeded: ($0 * $0 / 7) ^ ($0 * 13)) }
        let columns = try Self.samples(
            try Raster(pixels: row, width: 1, height: 400, bands: 1).resized(across: 1, down: across).evaluated())
        let rows = try Self.narrowed(row, by: across)
        #expect(rows.count == columns.count)
        #expect(zip(rows, columns).allSatisfy { abs(Int($0) - Int($1)) <= 4 })
    }
}
