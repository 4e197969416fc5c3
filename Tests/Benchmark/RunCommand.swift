internal import ArgumentParser
internal import Foundation

/// `emojiart-bench run`: counts the parts, loads the server, prints one table of each.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Counts what the parts take, and loads the server in each scenario.",
        discussion: "Exits with 1 when a count is beyond what thresholds.json has."
    )

    @Option(help: "Seconds of each scenario that count.") var seconds = 6.0
    @Option(help: "Only scenarios and parts whose names contain this.") var only = ""
    @Flag(help: "Only count the parts.") var micro = false
    @Flag(help: "Only load the server.") var macro = false
    @Flag(help: "Keep the counts as the ones to compare with.") var record = false
    @Option(help: "Another server program, to load in each scenario first.") var before: String?
    @Option(help: "Draw what a delivery takes as SVG into this file.") var chart: String?

    func run() throws {
        var isExceeded = false
        if !macro { isExceeded = try countParts() }
        if !micro { try loadServer() }
        if isExceeded { throw ExitCode(1) }
    }

    private func countParts() throws -> Bool {
        var thresholds = Thresholds()
        var isExceeded = false
        print("| part | instructions | allocations | recorded |\n| --- | --- | --- | --- |")
        for name in MicroCase.allCases where only.isEmpty || name.rawValue.contains(only) {
            let count = try CountedRun(name: name).count()
            let isOver = thresholds.isExceeded(by: count, name)
            let recorded = thresholds[name].map { "\($0.instructions), \($0.allocations)" }
            let mark = isOver && !record ? " **exceeded**" : ""
            print(
                "| \(name.rawValue) | \(count.instructions) | \(count.allocations) "
                    + "| \(recorded ?? "nothing")\(mark) |"
            )
            if record { thresholds[name] = count } else { isExceeded = isExceeded || isOver }
        }
        if record { try thresholds.write() }
        print("")
        return isExceeded
    }

    private func loadServer() throws {
        print(
            "| scenario | edits/s | deliveries/s | ack p50 / p99 ms | delivery p50 / p99 ms "
                + "| join p50 / p99 ms | server cores | us per delivery | floor: sent / synced too "
                + "| KiB to disk per edit | KiB per member |"
        )
        print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
        var drawn = DeliveryChart()
        for scenario in Scenario.all where only.isEmpty || scenario.name.contains(only) {
            if let before {
                let report = try load(before, scenario)
                print("| \(scenario.name), before | \(report.row(floor: nil)) |")
            }
            let report = try load(nil, scenario)
            // Right after it, as machines that are shared are slower at some hours than at others.
            let floor = try scenario.floor?.measure(seconds: seconds / 2)
            print("| \(scenario.name) | \(report.row(floor: floor)) |")
            if let floor, let server = report.server, scenario.isPaced {
                drawn.rows.append((scenario.name, floor, server.microsecondsPerDelivery))
            }
        }
        if let chart {
            try drawn.svg.write(toFile: chart, atomically: true, encoding: .utf8)
        }
    }

    private func load(_ program: String?, _ scenario: Scenario) throws -> LoadFigures {
        let server = try BenchServer(program, isSecure: scenario.isSecure)
        defer { server.stop() }
        return try server.load(scenario.arguments, seconds: seconds)
    }
}
