import Testing
import Wire

/// Moments of the past, as text.
struct MomentTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1970-01-01T00:00:01Z", 1_000), ("1969-12-31T23:59:59Z", -1_000),
        ("2026-11-22T06:30:15.250Z", 1_795_329_015_250),
        ("2026-11-22T07:30:15.25+01:00", 1_795_329_015_250),
        ("2026-11-22T01:00:15.2509-0530", 1_795_329_015_250), ("2024-02-29", 1_709_164_800_000),
        ("2026-11-22T06:30", 1_795_329_000_000), ("0001-01-01", -62_135_596_800_000),
    ])
    func `HT27 a time is read as ISO 8601 writes it`(text: String, milliseconds: Int) {
        #expect(Moment(text) == .time(milliseconds))
    }

    @Test(arguments: [
        "", "x", "-1", "1.5", "99999999999999999", "2023-02-29", "2026-13-01", "2026-11-22T",
        "2026-11-22T24:00", "2026-11-22T06:60", "2026-11-22T06:30:15.", "2026-11-22T06:30+1",
        "2026-11-22T06:30Zx", "2026-11-22 06:30", "20261122T0630", "2026-11-22T06:30:61",
        "0000-01-01", "2026-11-22T06:30+01:60", "2026-11-22T06:30+24:00",
    ])
    func `HT27 what is no moment is none`(text: String) {
        #expect(Moment(text) == nil)
    }

    @Test func `HT27 digits are a revision`() {
        #expect(Moment("0") == .revision(0))
        #expect(Moment("9007199254740991") == .revision(9_007_199_254_740_991))
        #expect(Moment("9007199254740992") == nil)
    }

    @Test func `HT27 a time is written so that it reads back, on each day of 400 years`() {
        for day in stride(from: -73_000, through: 73_000, by: 1) {
            let moment = Moment.time(day * 86_400_000 + 12_345_678)
            #expect(Moment(moment.text) == moment)
        }
        #expect(Moment.time(1_795_329_015_250).text == "2026-11-22T06:30:15.250Z")
        #expect(Moment.revision(17).text == "17")
    }
}
