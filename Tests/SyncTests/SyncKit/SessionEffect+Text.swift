import Sync
import Wire

extension SessionEffect {
    /// The effect in a few words, to compare; of a message its kind.
    var text: String {
        switch self {
        case .commit(.edit(let revision, _, _, _, _, _)): "commit edit \(revision)"
        case .commit(.refusal(let client, let seq, _)): "commit refusal \(client).\(seq)"
        case .commit(.client(let number, _)): "commit client \(number)"
        case .append(_, let revision): "append \(revision)"
        case .forget(let revision): "forget \(revision)"
        case .send(let member, let message): "send \(member) \(Self.kind(message))"
        case .sendSnapshot(let member, let snapshot, _): "snapshot \(member) \(snapshot.revision)"
        case .sendEverybody(let member, _, let version): "everybody \(member) \(version)"
        case .write(let draft): "write \(draft.written().revision)"
        case .probe(let member): "probe \(member)"
        case .follow(let member, let revision): "follow \(member) \(revision)"
        case .sendPresence(let members, _): "presence \(members)"
        case .close(let member, let code, _): "close \(member) \(code.name)"
        case .wake(let time): "wake \(time)"
        case .store(let state): "store \(state.revision)"
        case .state(let token, _, let revision): "state \(token) \(revision)"
        }
    }

    private static func kind(_ message: [UInt8]) -> String {
        var decoder = MessageDecoder()
        return (try? decoder.serverMessage(message.span))?.kind ?? "nonsense"
    }
}

extension [SessionEffect] {
    /// The texts of all, which are removed.
    mutating func take() -> [String] {
        defer { removeAll() }
        return map(\.text)
    }
}
