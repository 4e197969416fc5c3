internal import Foundation

extension CapacityModel {
    /// What the load needs.
    var needs: CapacityNeeds {
        var needs = rates
        // How many nodes have a document depends on how many there are, and the other way round.
        for _ in 0..<(isDealt ? 60 : 1) {
            addNodes(to: &needs)
            if isDealt {
                let others = pow(1 - 1 / needs.nodes, members / documents)
                needs.nodesPerDocument = needs.nodes * (1 - others)
            }
        }
        addNodes(to: &needs)
        addBrokers(to: &needs)
        addGrowth(to: &needs)
        return needs
    }

    /// What comes and goes in a second, wherever it does.
    private var rates: CapacityNeeds {
        var needs = CapacityNeeds()
        needs.edits = members * editorShare * editsPerEditor
        needs.batches = min(needs.edits, documents / orderSeconds)
        needs.editDeliveries = needs.edits * members / documents
        needs.patches = members * moverShare * patchesPerMover
        needs.presenceDeliveries = presence.messages * members
        return needs
    }

    /// Presence messages a second that each member of a document gets, and the bytes of each.
    private var presence: (messages: Double, bytes: Double) {
        let room = members / documents
        let patches = room * moverShare * patchesPerMover
        let messages = min(patches, 1 / presenceInterval)
        guard messages > 0 else { return (0, 0) }
        // Those of one interval go together, each mover once.
        let movers = max(1, min(patches / messages, room * moverShare))
        let bytes = presenceBytes.first + presenceBytes.further * (movers - 1)
        return (min(messages, presenceBudget / (bytes * room)), bytes)
    }

    private func addNodes(to needs: inout CapacityNeeds) {
        let copies = needs.nodesPerDocument
        let edit = editMicroseconds * copies + orderMicroseconds * copies
        needs.editCores = needs.edits * edit / 1e6
        needs.deliveryCores = needs.editDeliveries * deliveryMicroseconds / 1e6
        // Told to the other nodes once by each node, and taken in by each of those.
        needs.sharedPresence = copies > 1 ? documents * copies * presence.messages : 0
        let takenIn = needs.patches + needs.sharedPresence * (copies - 1)
        let told = needs.presenceDeliveries * deliveryMicroseconds
        needs.presenceCores = (told + takenIn * patchMicroseconds) / 1e6
        needs.questions = copies > 1 ? 0 : documents / questionSeconds
        let member = (speaksTLS ? memberKibibytesTLS : memberKibibytes) + socketKibibytes
        needs.gibibytes = (members * member + documents * copies * documentKibibytes) / 1_048_576
        needs.bytesOut =
            needs.editDeliveries * (editBytes + packetBytes)
            + needs.presenceDeliveries * (presence.bytes + packetBytes)
        needs.bytesIn =
            needs.edits * (editBytes + packetBytes)
            + needs.patches * (presenceBytes.first + packetBytes)
        let cores = needs.editCores + needs.deliveryCores + needs.presenceCores
        needs.nodesBy = [
            .processors: cores / (machine.cores * use),
            .memory: needs.gibibytes / (machine.gibibytes * use),
            .network: needs.bytesOut * 8 / (machine.gigabits * 1e9 * use),
            .connections: members / membersPerNode,
        ]
        let most = needs.nodesBy.values.max() ?? 0
        needs.nodes = max(2, (most * (1 + spareShare)).rounded(.up))
        let passed =
            needs.edits + needs.patches + needs.editDeliveries + needs.presenceDeliveries
        let busy = passed * proxyMicroseconds / 1e6 / (machine.cores * use)
        needs.proxies = speaksTLS ? 0 : max(2, (busy * (1 + spareShare)).rounded(.up))
    }

    /// Batches a second that one stream takes at most.
    var streamLimit: Double { min(streamBatches, syncSeconds > 0 ? 1 / syncSeconds : .infinity) }

    private func addBrokers(to needs: inout CapacityNeeds) {
        needs.streams = max(1, (needs.batches / (streamLimit * use)).rounded(.up))
        let subscriptions = documents * needs.nodesPerDocument * subscriptionsPerDocument
        needs.brokerGibibytes = subscriptions * subscriptionKibibytes / 1_048_576
        // Plain messages take at most what a copy of a batch takes.
        let plain =
            needs.questions + needs.sharedPresence
            + needs.batches * max(0, needs.nodesPerDocument - 1)
        let cores = (needs.batches * copies + plain) * copyMicroseconds / 1e6
        let kept = batchesPerDocument * batchBytes + checkpointBytes
        needs.brokerBytes = names * kept * copies
        let byDisk = needs.brokerBytes / (brokerTerabytes * 1e12 * use)
        let busy = max(cores / (machine.cores * use), byDisk)
        needs.brokers = max(copies, busy.rounded(.up))
        needs.brokerCores = cores / needs.brokers
    }

    private func addGrowth(to needs: inout CapacityNeeds) {
        let day = 86_400 * meanShare
        needs.nodeBytesPerDay = needs.edits * storedBytes * needs.nodesPerDocument * day
        needs.startSeconds = names * nameSeconds
        let orphans = documents * needs.nodesPerDocument / needs.nodes * batchesPerDocument
        let reads = needs.brokers * machine.cores * use * 1e6 / readMicroseconds
        needs.takeoverSeconds = orphans / reads
        let hours = 730.0
        let days = hours / 24
        needs.machineDollars =
            (needs.nodes + needs.proxies + needs.brokers) * machine.cores * dollarsPerCoreHour
            * hours
        needs.trafficDollars =
            needs.bytesOut * day * days / 1e9 * dollarsPerSentGigabyte
        needs.diskDollars =
            (needs.nodeBytesPerDay * days + needs.brokerBytes) / 1e9 * dollarsPerStoredGigabyte
    }
}
