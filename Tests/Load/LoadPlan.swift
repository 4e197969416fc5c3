/// What a server is loaded with: runs of the same plan can be compared.
struct LoadPlan: Codable, Equatable, Sendable {
    /// Documents, each with members of its own.
    var documents: Int
    /// Members of each document, its writers among them.
    var members: Int
    /// Members of each document that edit.
    var writers: Int
    /// Edits per second of each writer; 0 for as many as are answered, the closed loop.
    var rate: Double
    /// Edits that a writer may have unanswered in the closed loop.
    var window: Int
    var mix: LoadMix
    /// Emojis of each document when the load begins.
    var emojis: Int
    /// Members of each document whose cursors move.
    var cursors: Int
    /// How often each of them does, per second.
    var cursorRate: Double
    /// Whether they drag an emoji as well.
    var gestures: Bool
    /// Further members of each document that read nothing.
    var slow: Int
    /// Members who come while all this goes on, and leave, per second in all.
    var joins: Double
    /// Further members who do nothing, a hundred to a document of their own.
    var idle: Int
    /// Whether all members lose their connections in the middle and come back at once.
    var storm: Bool
    /// Seconds that count, and those before them.
    var seconds: Double
    var warmup: Double
}
