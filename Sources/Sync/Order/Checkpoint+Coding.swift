internal import EmojiArt
internal import Wire

// A checkpoint as bytes, which nodes of one cluster leave for each other.
extension Checkpoint {
    /// Why bytes are not a checkpoint.
    package enum DecodeError: Error, Equatable, Sendable, CustomStringConvertible {
        /// The bytes are not those of one.
        case damaged(String)
        /// The state in it cannot be read.
        case state(StoredState.DecodeError)

        /// What is wrong, in one sentence.
        package var description: String {
            switch self {
            case .damaged(let text): "The checkpoint cannot be read: \(text)."
            case .state(let error): "The checkpoint's state cannot be read: \(error)"
            }
        }
    }

    /// The checkpoint's bytes.
    ///
    /// - Complexity: O(emojis + undo steps + clients).
    package func encoded() -> [UInt8] {
        let state = state.encoded()
        var writer = JSONWriter(capacity: state.count + 64 * keys.count + 256)
        writer.raw("{\"place\":")
        writer.integer(place)
        writer.raw(",\"previous\":")
        writer.integer(previous)
        writer.raw(",\"digest\":")
        writer.word(digest.bits)
        writer.raw(",\"keys\":")
        writer.array(keys) { writer, key in writer.string(key.text) }
        writer.raw(",\"homes\":")
        writer.array(1..<keys.count + 1) { writer, client in writer.word(homes[client] ?? 0) }
        writer.raw(",\"answers\":")
        writer.array(answers.sorted { $0.key < $1.key }) { writer, client in
            writer.raw("{\"client\":")
            writer.integer(client.key)
            writer.raw(",\"last\":")
            writer.integer(client.value.lastSeq)
            writer.raw(",\"answers\":")
            writer.array(client.value.latest) { writer, answer in
                switch answer {
                case .accepted(let revision): writer.integer(revision)
                case .refused(let code): writer.string(code)
                }
            }
            writer.raw("}")
        }
        writer.raw(",\"state\":")
        writer.raw(state)
        writer.raw("}")
        return writer.bytes
    }

    /// Reads a checkpoint's bytes.
    ///
    /// - Throws: `DecodeError`.
    /// - Complexity: O(bytes).
    package init(decoding bytes: [UInt8]) throws(DecodeError) {
        var reader = JSONReader()
        do throws(JSONError) {
            try reader.read(bytes.span, within: .file)
        } catch {
            throw .damaged("\(error)")
        }
        let node: JSONNode
        do throws(Wire.DecodeError) {
            let places = 0...Limits.stackMax
            place = try reader.integer("place", of: 0, in: places)
            previous = try reader.integer("previous", of: 0, in: places)
            digest = Checksum(try reader.word("digest", of: 0, bytes.span))
            keys = try reader.keys(bytes.span)
            homes = try reader.homes(of: keys.count, bytes.span)
            answers = try reader.answers(bytes.span)
            node = reader.nodes[try reader.need("state", of: 0)]
        } catch {
            throw .damaged("\(error)")
        }
        guard node.kind == .object else { throw .damaged("state") }
        do throws(StoredState.DecodeError) {
            state = try StoredState(decoding: Array(bytes[node.start..<node.end]))
        } catch {
            throw .state(error)
        }
    }
}

extension JSONReader {
    fileprivate func keys(_ bytes: borrowing Span<UInt8>) throws(DecodeError) -> [ClientKey] {
        let count = try array("keys", of: 0, max: Limits.clientsMax).count
        var keys: [ClientKey] = []
        keys.reserveCapacity(count)
        var index = try need("keys", of: 0) + 1
        for _ in 0..<count {
            guard let text = string(index, bytes), let key = ClientKey(text) else {
                throw .wrong("keys")
            }
            keys.append(key)
            index = nodes[index].next
        }
        return keys
    }

    fileprivate func homes(
        of clients: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> [Int: UInt64] {
        guard try array("homes", of: 0, max: clients).count == clients else {
            throw .wrong("homes")
        }
        var homes: [Int: UInt64] = [:]
        var index = try need("homes", of: 0) + 1
        for client in 1..<clients + 1 {
            guard let text = string(index, bytes), let node = UInt64(text, radix: 16) else {
                throw .wrong("homes")
            }
            if node != 0 { homes[client] = node }
            index = nodes[index].next
        }
        return homes
    }

    fileprivate func answers(
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> [Int: AnswerWindow] {
        let count = try array("answers", of: 0, max: Limits.clientsMax).count
        var windows: [Int: AnswerWindow] = [:]
        var index = try need("answers", of: 0) + 1
        for _ in 0..<count {
            let client = try integer("client", of: index, in: 1...Limits.identifierMax)
            windows[client] = try window(index, bytes)
            index = nodes[index].next
        }
        return windows
    }

    private func window(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> AnswerWindow {
        let last = try integer("last", of: object, in: 0...Limits.stackMax)
        let count = try array("answers", of: object, max: Limits.unansweredEditsMax).count
        guard count <= last else { throw .wrong("last") }
        var window = AnswerWindow(lastSeq: last - count)
        var index = try need("answers", of: object) + 1
        for _ in 0..<count {
            if let revision = integer(index) {
                window.append(.accepted(revision: revision))
            } else if let code = string(index, bytes) {
                window.append(.refused(code: code))
            } else {
                throw .wrong("answers")
            }
            index = nodes[index].next
        }
        return window
    }
}
