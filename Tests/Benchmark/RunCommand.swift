internal import ArgumentParser
internal import Foundation

/// `emojiart-bench run`: counts the parts, loads the server, prints one table of each.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Counts what the parts take, and loads the server in each scenario.",
        discussion: """
            Exits with 1 when a count is beyond what thresholds.json has. The parts take a minute, \
            the scenarios a quarter of a minute each.
            """
    )

    @Option(help: "Seconds of each scenario that count.") var seconds = 6.0
    @Option(help: "Only scenarios and parts whose names contain this.") var only = ""
    @Flag(help: "Only count the parts.") var micro = false
    @Flag(help: "Only load the server.") var macro = false
    @Flag(help: "Keep the counts as the ones to compare with.") var record = false
    @Option(help: "Another server program, to load in each scenario first.") var before: String?
    @Option(help: "Draw what a delivery takes as SVG into this file.") var chart: String?

    private var parts: [MicroCase] {
        macro ? [] : MicroCase.allCases.filter { only.isEmpty || $0.rawValue.contains(only) }
    }

    private var scenarios: [Scenario] {
        micro ? [] : Scenario.all.filter { only.isEmpty || $0.name.contains(only) }
    }

    func validate() throws {
        guard seconds > 0 else { throw ValidationError("--seconds must be above 0.") }
        guard !parts.isEmpty || !scenarios.isEmpty else {
            let names = MicroCase.allCases.map(\.rawValue) + Scenario.all.map(\.name)
            throw ValidationError(
                "No name has \"\(only)\" in it:\n\(names.joined(separator: "\n"))"
            )
        }
        if let before, !FileManager.default.isExecutableFile(atPath: before) {
            throw ValidationError("There is no program \(before).")
        }
        if let chart, !FileManager.default.createFile(atPath: chart, contents: nil) {
            throw ValidationError("\(chart) cannot be written.")
        }
    }

    func run() throws {
        var isExceeded = false
        if !parts.isEmpty { isExceeded = try countParts() }
        if !scenarios.isEmpty { try loadServer() }
        if isExceeded { throw ExitCode(1) }
    }

    private func countParts() throws -> Bool {
        var thresholds = Thresholds()
        var isExceeded = false
        print("| part | instructions | allocations | recorded |\n| --- | --- | --- | --- |")
        for name in parts {
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
        for scenario in scenarios {
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
