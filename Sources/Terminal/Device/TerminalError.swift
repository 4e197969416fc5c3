/// Why a terminal cannot be used.
package enum TerminalError: Error, Equatable {
    /// Standard input or output is no terminal.
    case notATerminal
}
