import Foundation

/// The real `emojiart watch`, and what it is told.
///
/// One thread's.
final class PipeObserver {
    let name: String
    private let history: History
    private let program: Program
    private var taken = 0
    private(set) var revision = -1
    /// Lines that tell neither an edit nor a state, nor that the connection is lost.
    private(set) var complaints: [String] = []

    init(_ name: String, _ url: String, _ history: History) throws {
        self.name = name
        self.history = history
        program = try Program("emojiart", ["watch", url])
    }

    func feed() {
        let lines = program.output.lines
        for line in lines[taken...] {
            guard let event = HistoryEvent(printed: line, by: name) else {
                let type = (try? JSONLine(line))?.type
                if type != "disconnected" { complaints.append("\(name) printed \(line)") }
                continue
            }
            revision = event.revision ?? revision
            history.write(event)
        }
        taken = lines.count
    }
}
