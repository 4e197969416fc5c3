import Foundation
import Testing

@testable import emojiart_bench

struct CapacityModelTests {
    @Test func `the page shows what the model says`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Documentation/Capacity.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        for table in CapacityReport(CapacityModel()).text.components(separatedBy: "\n\n") {
            #expect(text.contains(table), "\(table)")
        }
    }

    @Test(
        arguments: [
            // Documents, members of each, edits a second of each, cores that were measured.
            (100.0, 10.0, 50.0, 0.82), (1, 1_000, 10, 0.10), (1, 10_000, 10, 0.71),
        ]
    )
    func `a server alone takes about what was measured`(
        documents: Double,
        members: Double,
        edits: Double,
        measured: Double
    ) {
        var model = CapacityModel()
        model.documents = documents
        model.members = documents * members
        model.editorShare = 1 / members
        model.editsPerEditor = edits
        model.moverShare = 0
        model.orderMicroseconds = 0
        let needs = model.needs
        #expect(needs.presenceDeliveries == 0)
        let cores = needs.editCores + needs.deliveryCores + needs.presenceCores
        #expect((0.9...1.5).contains(cores / measured), "\(cores)")
    }

    @Test func `what is needed grows as the load does, and what gives way stays where it is`() {
        var model = CapacityModel()
        let (needs, bends) = (model.needs, model.bends)
        model.documents *= 4
        model.members *= 4
        model.names *= 4
        let more = model.needs
        #expect((3.9...4.1).contains(more.nodes / needs.nodes))
        #expect((3.9...4.1).contains(more.streams / needs.streams))
        #expect((3.9...4.1).contains(more.trafficDollars / needs.trafficDollars))
        #expect(more.startSeconds == needs.startSeconds * 4)
        #expect(model.bends.map(\.what) == bends.map(\.what))
        for (bend, other) in zip(model.bends, bends) {
            #expect(abs(bend.documents / other.documents - 1) < 0.05, "\(bend.what)")
        }
    }

    @Test func `the resource that is short is the one that is named`() {
        var model = CapacityModel()
        #expect(model.needs.binding == .processors)
        model.patchesPerMover = 0
        #expect(model.needs.binding == .connections)
        model.machine.gibibytes = 1
        #expect(model.needs.binding == .memory)
        model.machine.gigabits = 0.01
        #expect(model.needs.binding == .network)
    }

    @Test func `presence of a large room keeps to its budget`() {
        var model = CapacityModel()
        model.documents = 1
        for members in [10.0, 1_000, 100_000] {
            model.members = members
            let needs = model.needs
            #expect(needs.presenceDeliveries <= members / model.presenceInterval + 1)
            let least = needs.presenceDeliveries * model.presenceBytes.first
            #expect(least <= model.presenceBudget)
        }
    }

    @Test func `dealt out to any nodes, a document is the work of as many as it has members`() {
        var model = CapacityModel()
        let routed = model.needs
        model.isDealt = true
        let dealt = model.needs
        #expect(routed.nodesPerDocument == 1)
        #expect((9.5...10).contains(dealt.nodesPerDocument))
        #expect(dealt.nodes > 5 * routed.nodes)
        #expect(dealt.bytesOut == routed.bytesOut)
        #expect(routed.sharedPresence == 0 && dealt.sharedPresence > 0)
    }

    @Test func `numbers have three digits that count`() {
        #expect(CapacityReport.count(0.1234) == "0.123")
        #expect(CapacityReport.count(42) == "42")
        #expect(CapacityReport.count(33_333) == "33,300")
        #expect(CapacityReport.count(9_999_999) == "10,000,000")
    }
}
