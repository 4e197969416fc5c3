import Testing

/// Two clients of one document that edit and watch while others misbehave.
struct LivePair {
    let writer: LiveClient
    let reader: LiveClient

    init(_ server: LiveServer) throws {
        writer = try LiveClient(server.url())
        reader = try LiveClient(server.url())
        try #require(try writer.join() && reader.join())
    }

    /// Makes an edit, and waits until it was answered and the other one has seen it.
    func edit() throws {
        let before = try writer.revision
        _ = try writer.add()
        #expect(try writer.eventually { $0.isSynced && $0.revision > before })
        let revision = try writer.revision
        #expect(try reader.eventually { $0.revision >= revision })
    }

    /// Checks that neither lost its connection or its edits.
    func check() throws {
        try edit()
        for client in [writer, reader] {
            #expect(try client.ask { $0.lossCount } == 0)
            #expect(try client.ask { $0.divergenceCount } == 0)
        }
        #expect(try writer.document == reader.document)
    }
}
