internal import EmojiArt
internal import Foundation
internal import Sync
internal import Wire

/// What a server keeps of a document's past, fetched over HTTP.
struct PastFetch {
    let url: DocumentURL
    let fetch: HTTPFetch

    /// How much is kept.
    struct Kept: Decodable {
        /// The first revision whose state can be asked for.
        let first: Int
        /// The last revision.
        let revision: Int
    }

    /// A document as it was.
    struct State {
        let document: Document
        let revision: Int
    }

    /// Asks how much is kept.
    func kept() throws(ExitStatus) -> Kept {
        let data = try get("/documents/\(url.name)/history")
        guard let kept = try? JSONDecoder().decode(Kept.self, from: data), kept.first >= 0,
            kept.revision >= kept.first
        else { throw .noConnection("the server's answer does not describe a history") }
        return kept
    }

    /// Fetches the document as it was at a moment; nil for now.
    func state(at moment: Moment?) throws(ExitStatus) -> State {
        let query = moment.map { "?at=\($0.text)" } ?? ""
        let lines = try lines("/documents/\(url.name).snapshot\(query)")
        var decoder = MessageDecoder()
        var assembler = SnapshotAssembler()
        var hasAll = false
        for line in lines {
            guard case .snapshot(let part) = try? decoder.serverMessage(line.span),
                !hasAll, assembler.append(part)
            else { throw Self.strange }
            hasAll = part.isLast
        }
        guard hasAll, let (document, header) = assembler.take(),
            document.checksum == header.checksum
        else { throw Self.strange }
        return State(document: document, revision: header.position.revision)
    }

    /// Fetches the edits after a revision and up to another, all of them that are kept.
    ///
    /// - Parameters:
    ///   - first: the revision before the first of them.
    ///   - last: the last of them.
    ///   - take: is given them a page at a time, ascending; false ends it.
    /// - Throws: `ExitStatus.noConnection`, `.timeout`, or what `take` throws.
    func edits(
        after first: Int,
        upTo last: Int,
        take: ([ServerMessage.Edit]) throws(ExitStatus) -> Bool
    ) throws(ExitStatus) {
        var after = first
        while after < last {
            let page = try page(after: after, limit: min(last - after, Self.pageEdits))
            guard let end = page.last?.revision, page.first?.revision == after + 1 else {
                throw Self.strange
            }
            guard try take(page) else { return }
            after = end
        }
    }

    private static let pageEdits = 1_000

    private func page(after: Int, limit: Int) throws(ExitStatus) -> [ServerMessage.Edit] {
        let path = "/documents/\(url.name)/edits?after=\(after)&limit=\(limit)"
        var decoder = MessageDecoder()
        var edits: [ServerMessage.Edit] = []
        for line in try lines(path) {
            guard case .edit(let edit) = try? decoder.serverMessage(line.span) else {
                throw Self.strange
            }
            edits.append(edit)
        }
        return edits
    }

    private func lines(_ path: String) throws(ExitStatus) -> [[UInt8]] {
        try get(path).split(separator: UInt8(ascii: "\n")).map { Array($0) }
    }

    /// Fetches a path of the server.
    func get(_ path: String) throws(ExitStatus) -> Data {
        try fetch.get(url.http(path))
    }

    private static var strange: ExitStatus {
        .noConnection("the server's answer does not follow the protocol")
    }
}
