import Foundation
import Synchronization

/// One of our programs, running as a process of its own.
///
/// It is killed, by its id, when nobody holds this any more.
final class Program: Sendable {
    enum Ending: Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    struct CannotStart: Error {
        let what: String
    }

    let output: Transcript
    let errors: Transcript
    let processID: Int32
    private let process: Mutex<Process>
    private let input: FileHandle
    private let ended = DispatchSemaphore(value: 0)

    /// Only one program is started at a time: a pipe that is made while another process is being
    /// started could be inherited by it, and would then not end.
    private static let starting = Mutex(())

    init(_ name: String, _ arguments: [String], under tracer: [String] = []) throws {
        let path = name.hasPrefix("/") ? name : Self.folder + "/" + name
        let command = tracer + [path] + arguments
        let ended = ended
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.terminationHandler = { _ in ended.signal() }
        let pipes: (input: Pipe, output: Pipe, errors: Pipe)
        do {
            pipes = try Self.starting.withLock { _ in
                let pipes = (input: Pipe(), output: Pipe(), errors: Pipe())
                process.standardInput = pipes.input
                process.standardOutput = pipes.output
                process.standardError = pipes.errors
                try process.run()
                return pipes
            }
        } catch {
            throw CannotStart(what: "\(command[0]): \(error)")
        }
        processID = process.processIdentifier
        self.process = Mutex(process)
        input = pipes.input.fileHandleForWriting
        output = Transcript(of: pipes.output)
        errors = Transcript(of: pipes.errors)
    }

    deinit {
        signal(SIGKILL)
        try? input.close()
    }

    /// Where the programs are: beside the tests.
    static let folder: String = {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return ((link ?? CommandLine.arguments[0]) as NSString).deletingLastPathComponent
    }()

    /// Writes lines to its standard input; a program that has gone does not mind.
    func write(_ lines: [String]) {
        try? input.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    }

    func write(_ text: String) { try? input.write(contentsOf: Data(text.utf8)) }

    func closeInput() { try? input.close() }

    func signal(_ number: Int32) {
        process.withLock { process in
            if process.isRunning { _ = kill(process.processIdentifier, number) }
        }
    }

    var isRunning: Bool { process.withLock { $0.isRunning } }

    /// Waits for its end; nil when it still runs after the time.
    func ending(within seconds: Double = Wait.seconds) -> Ending? {
        guard ended.wait(timeout: .now() + seconds) == .success else { return nil }
        // So that it can be asked again.
        ended.signal()
        return process.withLock { process in
            process.terminationReason == .exit
                ? .exit(process.terminationStatus) : .signal(process.terminationStatus)
        }
    }
}

extension Program {
    struct Run {
        let ending: Ending?
        let output: [String]
        let errors: [String]
    }

    static func server(_ arguments: [String]) throws -> Run {
        try Program("emojiart-server", arguments).finish()
    }

    static func load(_ arguments: [String]) throws -> Run {
        try Program("emojiart-load", arguments).finish()
    }

    static func emojiart(_ arguments: [String], input: [String] = []) throws -> Run {
        let program = try Program("emojiart", arguments)
        program.write(input)
        program.closeInput()
        return program.finish()
    }

    /// Waits for its end and its last words; kills it when it goes on for too long.
    func finish(within seconds: Double = Wait.seconds) -> Run {
        let ending = ending(within: seconds)
        if ending == nil { signal(SIGKILL) }
        return Run(
            ending: ending,
            output: output.wholeLines() ?? [],
            errors: errors.wholeLines() ?? []
        )
    }
}
