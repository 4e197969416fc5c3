import EmojiArt
import Foundation
import Wire

/// The golden sequences of operations, as they stand in the file.
struct OperationVectors: Decodable {
    struct Sequence: Decodable {
        let name: String
        let steps: [Step]
    }

    struct Step: Decodable {
        /// What is applied; made anew from `undo` where that is given.
        let operation: OperationJSON?
        /// The step, counted from 0, that this one takes back.
        let undo: Int?
    }

    let sequences: [Sequence]

    /// Applies all operations anew and writes the file as it must be, byte for byte.
    func recomputed() throws -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{\"sequences\":")
        try writer.lines(sequences, indent: "") { writer, sequence in
            writer.string("{\"name\":", sequence.name)
            writer.raw(",\"steps\":")
            var document = Document()
            var applied: [UndoStep?] = []
            try writer.lines(sequence.steps, indent: "  ") { writer, step in
                try write(step, on: &document, after: &applied, to: &writer)
            }
            writer.raw(",\n  \"state\":")
            writer.state(document)
            writer.raw("}")
        }
        writer.raw("}\n")
        return writer.bytes
    }

    private func write(
        _ step: Step,
        on document: inout Document,
        after applied: inout [UndoStep?],
        to writer: inout JSONWriter
    ) throws {
        writer.raw("{")
        var operation = try step.operation?.operation() ?? .none
        if let undo = step.undo {
            operation = applied[undo].map(document.inverse) ?? .none
            writer.integer("\"undo\":", undo)
            writer.raw(",")
        }
        writer.raw("\"operation\":")
        writer.operation(operation)
        do {
            let result = try document.apply(operation)
            let taken = step.undo.flatMap { applied[$0] }
            applied.append(taken.flatMap { result.step?.keepingFactor(of: $0) } ?? result.step)
            writer.raw(",\n     \"effective\":")
            writer.operation(result.operation)
            writer.word(",\n     \"checksum\":", document.checksum.bits)
        } catch {
            applied.append(nil)
            writer.string(",\"refusal\":", RefusalCode(error).rawValue)
        }
        writer.raw("}")
    }
}

extension JSONWriter {
    /// Writes an array with each item on its own line, so that differences are easy to read.
    fileprivate mutating func lines<Item>(
        _ items: [Item],
        indent: String,
        _ write: (inout JSONWriter, Item) throws -> Void
    ) rethrows {
        raw("[")
        for (index, item) in items.enumerated() {
            raw(index == 0 ? "\n\(indent)  " : ",\n\(indent)  ")
            try write(&self, item)
        }
        raw("]")
    }
}
