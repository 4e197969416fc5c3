import EmojiArt
import Testing

struct ScaleFactorTests {
    @Test(arguments: [
        (1, 500_000, 1), (1, 499_999, 1), (3, 500_000, 2), (5, 500_000, 3), (7, 500_000, 4),
        (3, 499_999, 1), (40, 1_500_000, 60), (1, 1_000_000, 1), (1, 1_000, 1),
        (10_000, 1_000_000_000, 10_000), (10_000, 1_000, 10), (1, 1_000_000_000, 1_000),
        (9_999, 1_000_050, 9_999), (9_999, 1_000_051, 10_000), (333, 333_333, 111),
    ])
    func `OP15 TR4 a size is rounded half away from zero and clamped`(
        size: Int,
        millionths: Int,
        scaled: Int
    ) {
        #expect(Fixture.factor(millionths).scale(size) == scaled)
    }

    @Test func `LM2 TR4 a factor is 1 thousandth to 1,000`() {
        for millionths in [0, -1, 999, 1_000_000_001, Int.min, Int.max] {
            #expect(ScaleFactor(millionths: millionths) == nil)
        }
        #expect(ScaleFactor(millionths: 1_000) != nil)
        #expect(ScaleFactor(millionths: 1_000_000_000) != nil)
    }

    @Test func `UN5 a factor and its inverse cancel where nothing is rounded`() {
        let factor = Fixture.factor(2_500_000)
        #expect(factor.inverse.scale(factor.scale(40)) == 40)
        #expect(factor.inverse.inverse == factor)
    }

    @Test func `FA43 OP5 OP15 TR4 any factor and size give a size within the limits`() {
        for millionths in [1_000, 1_001, 999_999, 1_000_000_000] {
            let factor = Fixture.factor(millionths)
            for size in [1, 2, 9_999, 10_000] {
                #expect((1...10_000).contains(factor.scale(size)))
                #expect((1...10_000).contains(factor.inverse.scale(size)))
            }
        }
    }
}
