/// What a run counts.
struct LoadTally {
    var edits = 0
    var deliveries = 0
    var presence = 0
    var refused = 0
    var outOfOrder = 0
    var acknowledgement = LatencyHistogram()
    var delivery = LatencyHistogram()
    var join = LatencyHistogram()
    var closes: [String: Int] = [:]
}
