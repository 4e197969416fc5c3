import EmojiArt
import ReferenceModel
import Testing
import Wire

/// What must hold for any edits in any order; a failure names the seed that shows it.
struct DocumentPropertyTests {
    private static let seeds: ClosedRange<UInt64> = 1...60

    @Test(arguments: seeds)
    func `OP2 OP8 OP11 OP14 OP16 a document agrees with a slow second opinion after every edit`(
        seed: UInt64
    ) throws {
        var edits = RandomEdits(seed: seed)
        var document = Document()
        var history = History()
        var model = ReferenceModel()
        var past = [(document, model)]
        for revision in 1...200 {
            defer { past.append((document, model)) }
            var client = edits.number(in: 1...3)
            let direction = edits.direction()
            let own = direction.map { history.next($0, of: client) }
            let request: ReferenceModel.Request
            let operation: Operation
            if let direction {
                request = direction == .undo ? .undo : .redo
                operation = own.flatMap { $0.map { document.inverse(of: $0.step) } } ?? .none
            } else if edits.chance(oneIn: 10) {
                let (target, earlier) = past[edits.number(in: 0...past.count - 1)]
                operation = .replace(document.replacement(towards: target))
                request = .revert(to: earlier)
            } else {
                operation = edits.next(for: document)
                if case .add(let new) = operation { client = new[0].id.client }
                request = .operation(operation)
            }
            let answer = model.take(request, of: client, at: revision)
            if case .some(.none) = own {
                #expect(answer == .refused(code: "nothing_to_\(direction?.rawValue ?? "")"))
                continue
            }
            do {
                let applied = try document.apply(operation)
                let taken = own.flatMap { $0?.revision }
                try #require(
                    answer == .accepted(applied.operation, original: taken),
                    "\(revision): \(operation)"
                )
                if let direction {
                    history.walk(direction, leaving: applied.step, of: client, at: revision)
                } else if let step = applied.step {
                    let name = applied.operation.name
                    let entry = History.Entry(revision: revision, name: name, step: step)
                    history.record(entry, of: client)
                }
            } catch let refusal as Refusal {
                try #require(
                    answer == .refused(code: RefusalCode(refusal).rawValue),
                    "\(revision): \(operation)"
                )
            }
            try #require(model.difference(from: document) == nil, "\(revision): \(operation)")
            let names = [history.next(.undo, of: client), history.next(.redo, of: client)]
            #expect(model.names(of: client) == names.map { $0?.name }, "\(revision)")
        }
    }

    @Test(arguments: seeds)
    func `CK9 OP1 OP4 OP5 OP27 ER2 a replica applies each edit, and a refusal changes nothing`(
        seed: UInt64
    ) throws {
        var edits = RandomEdits(seed: seed)
        var document = Document()
        var replica = Document()
        var steps: [UndoStep] = []
        var refusals = 0
        for step in 0..<300 {
            let operation: Operation =
                switch edits.number(in: 0...5) {
                case 0, 1: steps.popLast().map(document.inverse) ?? .none
                case 2: edits.any()
                default: edits.next(for: document)
                }
            let before = document
            switch Result(catching: { () throws(Refusal) in try document.apply(operation) }) {
            case .success(let applied):
                if let undo = applied.step { steps.append(undo) }
                #expect((applied.operation == .none) == (applied.step == nil), "step \(step)")
                #expect(try replica.apply(applied.operation) == applied, "step \(step)")
            case .failure(let refusal):
                refusals += 1
                #expect(document == before, "step \(step): a refusal changes nothing")
                #expect(throws: refusal, "step \(step)") { try document.apply(operation) }
            }
            // The rolling checksum is one computed from nothing, and another for another state.
            #expect(document.checksum == document.recomputedChecksum, "step \(step)")
            #expect(document == before || document.checksum != before.checksum, "step \(step)")
            #expect(replica == document, "step \(step): \(operation)")
            #expect(replica.counters == document.counters, "step \(step): \(operation)")
            #expect(document.stackTop >= before.stackTop, "step \(step)")
            #expect(document.stackBottom <= before.stackBottom, "step \(step)")
        }
        #expect(refusals > 0)
        expectLimits(document)
    }

    private func expectLimits(_ document: Document) {
        #expect(max(document.stackTop, -document.stackBottom) <= Limits.stackMax)
        let coordinates = -Limits.coordinateMax...Limits.coordinateMax
        for emoji in document.emojis.values {
            #expect(coordinates.contains(emoji.x) && coordinates.contains(emoji.y))
            #expect((Limits.sizeMin...Limits.sizeMax).contains(emoji.size))
            #expect((document.stackBottom...document.stackTop).contains(emoji.z))
            #expect(emoji.id.counter <= document.counters[emoji.id.client] ?? 0)
        }
    }

    @Test(arguments: seeds)
    func `UN1 TR1 undoing one's own edits alone gives back every earlier drawing`(
        seed: UInt64
    ) throws {
        var edits = RandomEdits(seed: seed)
        var document = Document()
        var states: [Document] = []
        var steps: [UndoStep] = []
        for _ in 0..<80 {
            let before = document
            let operation = edits.next(for: document)
            if case .canvas = operation { continue }
            guard let step = (try? document.apply(operation))?.step else { continue }
            states.append(before)
            steps.append(step)
        }
        for (before, step) in zip(states, steps).reversed() {
            let inverse = document.inverse(of: step)
            try document.apply(inverse)
            try #require(document.drawsSame(as: before), "\(inverse)")
        }
    }
}
