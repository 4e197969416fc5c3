import Foundation
import Synchronization
import TestKit
import Testing

/// What nodes tell of documents that several of them have.
struct NodesHookTests {
    @Test func `what happens is told by one node, and not again when a document is opened`()
        async throws
    {
        try await Aside.run {
            let receiver = try HookReceiver { _ in (200, "") }
            let options = ["--webhook", receiver.url, "--webhook-seconds", "0"]
            let cluster = try TestCluster(2, options)
            let told = {
                // Two nodes tell at the same time.
                try receiver.all.map { request in
                    let event = try JSONLine(request.body)
                    let revision = event["revision"]?.integer ?? -1
                    return "\(event["event"]?.string ?? "") \(revision)"
                }.sorted()
            }
            let ada = try LiveClient(cluster[0].url())
            #expect(try ada.join())
            let bob = try LiveClient(cluster[1].url())
            #expect(try bob.join())
            #expect(try ada.eventually { $0.others.count == 1 })
            #expect(try bob.eventually { $0.others.count == 1 })
            _ = try ada.add(1)
            #expect(try bob.eventually { $0.revision == 1 })
            _ = try bob.add(1)
            #expect(try ada.eventually { $0.revision == 2 })
            #expect(try Wait.until { try told().count == 3 })
            #expect(try told() == ["changed 1", "changed 2", "created 0"])
            try ada.ask { $0.leave() }
            #expect(try bob.eventually { $0.others.isEmpty })
            try bob.ask { $0.leave() }
            #expect(try Wait.until { try told().count == 4 })
            // Opened again: nothing has changed.
            try cluster[0].crash()
            #expect(Wait.until { (try? cluster.isReady()) == true })
            #expect(try cluster[0].request("/documents/picnic.emojiart").status == 200)
            let again = try LiveClient(cluster[0].url())
            #expect(try again.join())
            _ = try again.add(1)
            #expect(try Wait.until { try told().count == 5 })
            #expect(
                try told() == ["changed 1", "changed 2", "changed 3", "created 0", "empty 2"]
            )
        }
    }
}
