/// What a server is loaded with: runs of the same plan can be compared.
///
/// The help of `emojiart-load` says what each number is of.
struct LoadPlan: Codable, Equatable, Sendable {
    var documents: Int
    var members: Int
    var writers: Int
    var rate: Double
    var window: Int
    var mix: LoadMix
    var emojis: Int
    var cursors: Int
    var cursorRate: Double
    var gestures: Bool
    var slow: Int
    var joins: Double
    var idle: Int
    var idleTogether: Int
    var storm: Bool
    var seconds: Double
    var warmup: Double
}
