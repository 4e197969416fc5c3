/// The `.emojiart` file in its three dialects: all are read, the newest is written.
///
/// ```
/// 2023  {"background": "https://…"?,
///        "emojis": [{"id", "position": {"x", "y"}, "size", "string"}], "uniqueEmojiId"}
/// 2021  {"background": {"blank": {}} or {"url": {"_0": "https://…"}} or
///                      {"imageData": {"_0": "<base64>"}}, or older
///                      {} or {"theURL": "https://…"} or {"imageData": "<base64>"},
///        "emojis": [{"id", "text", "x", "y", "size"}], "uniqueEmojiId"}
/// 2020  {"backgroundURL": "https://…"?,
///        "emojis": [{"id", "text", "x", "y", "size"}], "uniqueEmojiId"}
/// ```
///
/// All have their origin in the centre; y points up in 2023 and down before. The order of the
/// emojis is the order of drawing, the last on top. `uniqueEmojiId` is the highest id ever used.
public enum EmojiArtFile {
    /// The form of a file, by the year of the app that wrote it.
    public enum Dialect: String, CaseIterable, Sendable {
        /// The first SwiftUI version: `backgroundURL`, y down.
        case year2020 = "2020"
        /// The background is an enumeration, y down.
        case year2021 = "2021"
        /// Emojis have a `position`, y up.
        ///
        /// The form that is written.
        case year2023 = "2023"
    }
}
