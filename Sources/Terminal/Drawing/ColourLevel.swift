/// How many colours there are, as `--colours` says it.
package enum ColourLevel: String, Sendable {
    case none
    case sixteen = "16"
    case palette256 = "256"
    case truecolour = "true"

    /// Terminals that have all colours and say so only by their name.
    private static let truecolourNames = [
        "-direct", "xterm-kitty", "alacritty", "wezterm", "foot", "ghostty",
    ]

    /// Finds out how many colours to use.
    ///
    /// The order is: the user's flag, `NO_COLOR` (https://no-color.org), a dumb terminal, no
    /// terminal, `COLORTERM`, `TERM`.
    ///
    /// - Parameters:
    ///   - flag: what the user asked for, if anything.
    ///   - environment: the variables of the process.
    ///   - isTerminal: whether output goes to a terminal.
    /// - Returns: the level.
    package static func detect(
        flag: ColourLevel?,
        environment: [String: String],
        isTerminal: Bool
    ) -> ColourLevel {
        if let flag { return flag }
        let name = environment["TERM"] ?? ""
        guard environment["NO_COLOR", default: ""].isEmpty, name != "dumb", isTerminal else {
            return .none
        }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"]) { return .truecolour }
        if name.isEmpty { return .none }
        if truecolourNames.contains(where: name.contains) { return .truecolour }
        return name.contains("256color") ? .palette256 : .sixteen
    }
}
