internal import EmojiArt
internal import Store
internal import Sync
internal import Wire

extension JournalEntry {
    init(_ record: Record, of document: Int64) {
        switch record {
        case .edit(
            let revision,
            let client,
            let seq,
            let mark,
            let counter,
            let time,
            let message,
            let chain
        ):
            let edit = StoredEdit(
                revision: Int64(revision),
                client: Int64(client),
                seq: Int64(seq),
                mark: mark,
                counter: Int64(counter),
                time: Int64(time),
                body: message,
                chain: chain.bits
            )
            self = .edit(document: document, edit)
        case .refusal(let client, let seq, let mark, let code):
            self = .refusal(
                document: document,
                client: Int64(client),
                seq: Int64(seq),
                mark: mark,
                code: code.rawValue
            )
        case .client(let number, let key):
            self = .client(document: document, number: Int64(number), key: key.bytes)
        }
    }
}
