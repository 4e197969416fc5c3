internal import Foundation

/// A program that the picture needs, running as a process of its own.
///
/// It is ended, by its id, when nobody holds this any more.
final class Helper {
    struct Failed: Error, CustomStringConvertible {
        let what: String

        var description: String { what }
    }

    private let process = Process()
    private let output = Pipe()

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - arguments: what to tell it.
    ///   - input: all of its standard input.
    ///   - environment: what it knows of the world; nil for what this program knows.
    /// - Throws: when it cannot be started.
    init(
        _ path: String,
        _ arguments: [String],
        input: String = "",
        environment: [String: String]? = nil
    ) throws {
        let pipe = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = environment ?? ProcessInfo.processInfo.environment
        process.standardInput = pipe
        process.standardOutput = output
        try process.run()
        try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try pipe.fileHandleForWriting.close()
    }

    deinit {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    /// The next text that it writes; empty at its end.
    func read() -> String {
        String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }

    /// Waits for its end; all that it wrote.
    @discardableResult
    func finish() throws -> String {
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let command = (process.arguments ?? []).joined(separator: " ")
            throw Failed(what: "\(command): status \(process.terminationStatus)")
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// Where this program is, and with it the others.
    static let folder: URL = {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: link ?? CommandLine.arguments[0]).deletingLastPathComponent()
    }()

    /// The path of one of our programs.
    static func path(_ name: String) -> String { folder.appending(path: name).path }
}
