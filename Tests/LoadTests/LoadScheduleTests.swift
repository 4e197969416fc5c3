import TestKit
import Testing

@testable import emojiart_load

struct LoadScheduleTests {
    @Test func `what was due while nothing could be sent keeps its time`() {
        var series = LoadSchedule.Series(perSecond: 1_000)
        #expect(series.nextAt == .max)
        series.start(at: 5_000_000)
        // The server stood still for 10 ms: all that was due is late by as much as it waited.
        var times: [UInt64] = []
        while let (number, time) = series.take(15_000_000) {
            #expect(number == times.count)
            times.append(time)
        }
        #expect(times == (0...10).map { 5_000_000 + $0 * 1_000_000 })
        #expect(series.nextAt == 16_000_000)
        series.stop()
        #expect(series.nextAt == .max)
    }

    @Test func `a rate that divides no second drifts by nothing`() {
        var series = LoadSchedule.Series(perSecond: 300)
        series.start(at: 1)
        var last: UInt64 = 0
        while let (_, time) = series.take(10_000_000_000) { last = time }
        #expect(series.count == 3_000)
        #expect(last == 1 + 9_996_666_666)
    }

    @Test func `a mix is as it was said, and nothing else is one`() throws {
        let mix = try #require(LoadMix(argument: "move:80,add:10,delete:10"))
        #expect(mix.defaultValueDescription == "move:80,add:10,delete:10")
        var generator = SplitMix64(seed: 1)
        var counts: [LoadMix.Kind: Int] = [:]
        for _ in 0..<10_000 { counts[mix.pick(using: &generator), default: 0] += 1 }
        #expect((7_500...8_500).contains(counts[.move] ?? 0))
        #expect((700...1_300).contains(counts[.add] ?? 0))
        #expect(counts[.scale] == nil)
        for text in ["", "move", "move:0", "fly:1", "move:-1", "move:1,,add"] {
            #expect(LoadMix(argument: text) == nil, "\(text)")
        }
    }
}
