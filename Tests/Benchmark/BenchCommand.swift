internal import ArgumentParser
internal import Foundation

/// Measures a server on this machine: durable edits per second, latency, memory.
///
/// Figures, not a test: they depend on the machine and on what else it does.
@main
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emojiart-bench",
        abstract: "Starts a server, loads it, and prints figures.",
        discussion: """
            Each writer sends its next edit, a move, when the last one was acknowledged. Delivery \
            is the time from sending an edit to its arrival at a member that does not write. \
            Server and load share this machine.
            """
    )

    @Option(help: "Seconds of each measurement.") var seconds: Double = 5
    @Option(help: "Numbers of writers.") var writers: [Int] = [1, 10, 100]
    @Option(help: "Idle connections of the memory measurement; 0 for none.") var idle = 2_000
    @Option(help: "Edits that a writer may have unanswered.") var window = 1
    @Flag(help: "Each writer in a document of its own, instead of all in one.")
    var separate = false

    func run() throws {
        let codec = try CodecLoad.run()
        print(
            "codec    \(codec.reading) ns to read a move of \(codec.bytes) bytes,",
            terminator: " "
        )
        print("\(codec.writing) ns to write its edit")
        let server = try BenchServer()
        defer { server.stop() }
        print("writers  edits/s  ack p50 us  ack p99 us  delivery p50 us  delivery p99 us")
        for count in writers {
            let load = try WriteLoad(
                server.url,
                writers: count,
                window: window,
                separate: separate,
                seconds: seconds
            )
            let result = try load.run()
            let columns = [
                "\(count)", "\(result.editsPerSecond)",
                "\(result.acknowledgements.percentile(50))",
                "\(result.acknowledgements.percentile(99))",
                "\(result.deliveries.percentile(50))", "\(result.deliveries.percentile(99))",
            ]
            print(
                zip(columns, [7, 9, 12, 12, 17, 17]).map { text, width in
                    String(repeating: " ", count: max(1, width - text.count)) + text
                }.joined()
            )
        }
        guard idle > 0 else { return }
        let before = try server.residentBytes()
        let crowd = try IdleCrowd(server.url, count: idle)
        try crowd.hold {
            let after = try server.residentBytes()
            print("memory   \((after - before) / idle) bytes per idle member of \(idle)")
        }
    }
}
