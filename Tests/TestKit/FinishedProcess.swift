internal import Foundation

/// A program that was run to its end, without input.
package struct FinishedProcess {
    /// Its exit code, or the signal that ended it.
    package let status: Int32
    /// What it wrote, to both its outputs.
    package let output: String

    /// Runs a program.
    package init(_ path: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        status = process.terminationStatus
        output = String(decoding: bytes, as: UTF8.self)
    }
}
