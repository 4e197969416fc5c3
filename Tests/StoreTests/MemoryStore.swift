import Dispatch
import SQLiteStore
import Store
import Synchronization

/// A store in memory: the least that the contract of `DocumentStore` demands.
///
/// Durable is what outlives it in its `Contents`. Of the options it knows those that say what is
/// kept and read back.
final class MemoryStore: DocumentStore {
    /// What a closed store leaves for the next.
    final class Contents: Sendable {
        fileprivate let state = Mutex(State())
    }

    fileprivate struct Document {
        var name: String
        let epoch: UInt64
        let created: Int64
        let user: String
        var isFrozen = false
        var edits: [StoredEdit] = []
        /// The last edit that was cut off.
        var cut: Int64 = 0
        var snapshots: [StoredSnapshot] = []
        var images: [StoredImage] = []
        var clients: [Int64: [UInt8]] = [:]
        var refusals: [(client: Int64, seq: Int64, code: String)] = []
        var answers: [(client: Int64, seq: Int64, revision: Int64)] = []
        var lastSeq: [Int64: Int64] = [:]

        var revision: Int64 { edits.last?.revision ?? cut }
        var isEmpty: Bool { revision == 0 && images.isEmpty }
    }

    fileprivate struct State {
        var documents: [Int64: Document] = [:]
        var former: [(name: String, document: Int64, epoch: UInt64)] = []
        var lastID: Int64 = 0
        var revoked: [StoredRevocation] = []

        func id(of name: String) -> Int64? { documents.first { $0.value.name == name }?.key }

        func document(_ name: String) -> (id: Int64, Document)? {
            documents.first { $0.value.name == name }.map { ($0.key, $0.value) }
        }
    }

    let frozenNames: [String]
    let revoked: [StoredRevocation]
    private let contents: Contents
    private let options: JournalOptions
    private let thread = DispatchQueue(label: "store")
    private let isClosed = Atomic(false)

    init(_ contents: Contents, options: JournalOptions) {
        self.contents = contents
        self.options = options
        (frozenNames, revoked) = contents.state.withLock { state in
            // Nobody waits for a document without edits any more.
            state.documents = state.documents.filter { !$0.value.isEmpty }
            return (state.documents.values.filter(\.isFrozen).map(\.name), state.revoked)
        }
    }

    private func post(_ work: @escaping @Sendable (inout State) -> (@Sendable () -> Void)) {
        thread.async { [contents] in contents.state.withLock { work(&$0) }() }
    }

    private func read<Value: Sendable>(
        _ completion: @escaping StoreCompletion<Value>,
        _ body: @escaping @Sendable (State) -> Value
    ) {
        post { state in
            let value = body(state)
            return { completion(.success(value)) }
        }
    }

    func submit(_ entries: [JournalEntry], completion: @escaping @Sendable () -> Void) {
        post { [options] state in
            for entry in entries { state.write(entry, options) }
            return completion
        }
    }

    func load(_ name: String, completion: @escaping StoreCompletion<StoredDocument?>) {
        read(completion) { [options] in $0.load(name, options) }
    }

    func image(
        _ digest: String,
        of name: String,
        completion: @escaping StoreCompletion<StoredImage?>
    ) {
        read(completion) { $0.document(name)?.1.images.first { $0.digest == digest } }
    }

    func change(
        _ change: DirectoryChange,
        completion: @escaping @Sendable (DirectoryOutcome) -> Void
    ) {
        post { state in
            let outcome = state.change(change)
            return { completion(outcome) }
        }
    }

    func former(_ name: String, completion: @escaping StoreCompletion<[FormerDocument]>) {
        read(completion) { state in
            state.former.filter { $0.name == name }.map {
                FormerDocument(epoch: $0.epoch, name: state.documents[$0.document]?.name)
            }
        }
    }

    func past(
        _ name: String,
        at moment: StoredMoment?,
        completion: @escaping StoreCompletion<StoredPast?>
    ) {
        read(completion) { state in
            guard let (id, document) = state.document(name) else { return nil }
            var past = StoredPast(
                document: id,
                epoch: document.epoch,
                first: document.cut,
                last: document.revision
            )
            past.lastTime = document.edits.last?.time
            past.revision = moment.flatMap(document.revision(at:))
            past.base = past.revision.flatMap { revision in
                document.snapshots.last { $0.revision <= revision }
            }
            return past
        }
    }

    func edits(
        of document: Int64,
        after revision: Int64,
        upTo last: Int64,
        completion: @escaping StoreCompletion<[StoredEdit]>
    ) {
        read(completion) { state in
            state.documents[document]?.edits.filter {
                $0.revision > revision && $0.revision <= last
            } ?? []
        }
    }

    func findCut(
        _ name: String,
        _ rule: HistoryRetention,
        completion: @escaping StoreCompletion<StoredCut?>
    ) {
        read(completion) { [options] state in
            guard let (id, document) = state.document(name) else { return nil }
            let byCount = rule.editsMax.map { document.revision - $0 } ?? 0
            let byAge = rule.olderThan.flatMap { time in
                document.edits.last { $0.time <= time }?.revision
            }
            let most = document.revision - Int64(options.tailEdits)
            let revision = min(max(byCount, byAge ?? 0), most)
            return revision > document.cut ? StoredCut(document: id, revision: revision) : nil
        }
    }

    func cut(
        _ cut: StoredCut,
        storing state: (body: [UInt8], chain: UInt64)?,
        completion: @escaping @Sendable (_ isMore: Bool) -> Void
    ) {
        post { [options] all in
            all.documents[cut.document]?.take(cut.revision, state, tail: options.tailEdits)
            return { completion(false) }
        }
    }

    func list() -> [DocumentSummary] {
        contents.state.withLock { state in
            state.documents.values.map { document in
                DocumentSummary(
                    name: document.name,
                    revision: document.revision,
                    time: document.edits.last?.time ?? document.created,
                    user: document.user
                )
            }
        }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    func usage(of document: Int64) -> Usage {
        contents.state.withLock { state in
            let user = state.documents[document]?.user ?? ""
            func tally(_ isCounted: (Document) -> Bool) -> Tally {
                var tally = Tally()
                for document in state.documents.values where isCounted(document) {
                    let bytes = document.images.reduce(0) { $0 + $1.body.count }
                    let summary = DocumentSummary(
                        name: "",
                        revision: document.revision,
                        time: 0,
                        bytes: Int64(bytes)
                    )
                    tally.replace(Tally(), by: Tally(summary))
                }
                return tally
            }
            return Usage(
                all: tally { _ in true },
                user: user.isEmpty ? nil : tally { $0.user == user },
                document: tally { $0.name == state.documents[document]?.name }
            )
        }
    }

    func probe(completion: @escaping @Sendable () -> Void) { post { _ in completion } }

    func freeBytes() -> Int? { nil }

    var statistics: JournalStatistics { JournalStatistics() }

    var measures: JournalMeasures { JournalMeasures() }

    func close() {
        if isClosed.exchange(true, ordering: .relaxed) { return }
        thread.sync {}
    }
}

extension MemoryStore.State {
    fileprivate mutating func write(_ entry: JournalEntry, _ options: JournalOptions) {
        guard var document = documents[entry.document] else { return }
        switch entry {
        case .edit(_, let edit):
            document.edits.append(edit)
            document.answers.append((edit.client, edit.seq, edit.revision))
            document.use(edit.seq, of: edit.client, options)
        case .refusal(_, let client, let seq, let code):
            document.refusals.append((client, seq, code))
            document.use(seq, of: client, options)
        case .client(_, let number, let key): document.clients[number] = key
        case .snapshot(_, let state): document.keep(state)
        case .image(_, let image, let kept):
            document.images.removeAll { $0.digest == image.digest }
            document.images.append(image)
            while document.images.reduce(0, { $0 + $1.body.count }) > options.imagesBytesMax,
                let oldest = document.images.dropLast().firstIndex(where: { $0.digest != kept })
            {
                document.images.remove(at: oldest)
            }
        }
        documents[entry.document] = document
    }

    fileprivate func load(_ name: String, _ options: JournalOptions) -> StoredDocument? {
        guard let (id, document) = document(name) else { return nil }
        let snapshot = document.snapshots.last
        let tail = document.revision - Int64(options.tailEdits)
        let first = min(snapshot?.revision ?? 0, max(0, tail))
        func isRecent(_ client: Int64, _ seq: Int64) -> Bool {
            seq > (document.lastSeq[client] ?? 0) - Int64(options.answerSeqs)
        }
        var stored = StoredDocument(document: id, name: name, epoch: document.epoch)
        stored.snapshot = snapshot
        stored.edits = document.edits.filter { $0.revision > first }
        stored.images = document.images.map(\.digest)
        stored.clients = document.clients.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        stored.refusals = document.refusals.filter { isRecent($0.client, $0.seq) }
        stored.answers = document.answers.filter { isRecent($0.client, $0.seq) }
        stored.lastSeq = document.lastSeq
        return stored
    }

    fileprivate mutating func change(_ change: DirectoryChange) -> DirectoryOutcome {
        switch change {
        case .create(let name, let epoch, let time, let countMax, let user, let userCountMax):
            guard id(of: name) == nil else { return .taken }
            let counted = documents.values.filter { !$0.isEmpty }
            guard counted.count < countMax else { return .tooMany }
            guard user.isEmpty || counted.count(where: { $0.user == user }) < userCountMax else {
                return .userHasTooMany
            }
            lastID += 1
            documents[lastID] = MemoryStore.Document(
                name: name,
                epoch: epoch,
                created: time,
                user: user
            )
        case .discard(let name, let epoch):
            guard let (id, document) = document(name) else { return .missing }
            guard document.epoch == epoch, document.isEmpty else { return .done }
            documents[id] = nil
            if id == lastID { lastID -= 1 }
        case .rename(let name, let new):
            guard let (id, document) = document(name) else { return .missing }
            guard self.id(of: new) == nil else { return .taken }
            former.append((name, id, document.epoch))
            documents[id]?.name = new
        case .delete(let name):
            guard let (id, document) = document(name) else { return .missing }
            former.append((name, id, document.epoch))
            documents[id] = nil
            return .deleted(epoch: document.epoch)
        case .freeze(let name, let isFrozen):
            guard let id = id(of: name) else { return .missing }
            documents[id]?.isFrozen = isFrozen
        case .revoke(let word):
            let old = revoked.firstIndex { $0.kind == word.kind && $0.subject == word.subject }
            guard let old else {
                revoked.append(word)
                break
            }
            if revoked[old].time < word.time { revoked[old] = word }
        case .pardon(let word):
            revoked.removeAll { $0.kind == word.kind && $0.subject == word.subject }
        }
        return .done
    }
}

extension MemoryStore.Document {
    fileprivate mutating func use(_ seq: Int64, of client: Int64, _ options: JournalOptions) {
        lastSeq[client] = max(seq, lastSeq[client] ?? 0)
        refusals.removeAll { $0.client == client && $0.seq <= seq - Int64(options.answerSeqs) }
    }

    fileprivate mutating func keep(_ snapshot: StoredSnapshot) {
        snapshots.removeAll { $0.revision == snapshot.revision }
        snapshots.append(snapshot)
        snapshots.sort { $0.revision < $1.revision }
    }

    fileprivate func revision(at moment: StoredMoment) -> Int64? {
        switch moment {
        case .revision(let revision):
            return revision >= cut && revision <= self.revision ? revision : nil
        case .time(let time):
            return edits.last { $0.time <= time }?.revision ?? (cut == 0 ? 0 : nil)
        }
    }

    fileprivate mutating func take(
        _ revision: Int64,
        _ state: (body: [UInt8], chain: UInt64)?,
        tail: Int
    ) {
        guard let state, revision > cut, revision <= self.revision - Int64(tail) else { return }
        keep(StoredSnapshot(revision: revision, body: state.body, chain: state.chain))
        snapshots.removeAll { $0.revision < revision }
        edits.removeAll { $0.revision <= revision }
        cut = revision
    }
}
