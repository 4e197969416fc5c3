import Foundation
import Testing

/// `strace`, which counts the system calls of a server and breaks chosen ones.
///
/// It counts each thread's calls of a kind for themselves, from its start or from the moment at
/// which it was attached.
enum Strace {
    private static let path = "/usr/bin/strace"

    struct Call: Sendable {
        let thread: Substring
        let kind: String
        /// Its number among that thread's calls of the kind, from 1 on.
        let number: Int
        private(set) var text: Substring

        var isBroken: Bool { text.contains("(INJECTED)") }

        fileprivate mutating func end(_ rest: Substring) { text += rest }
    }

    private static func requireIt() throws {
        try #require(
            FileManager.default.isExecutableFile(atPath: path),
            "strace is not installed: apt-get install strace"
        )
    }

    private static func arguments(
        _ kinds: [String],
        _ fault: String?,
        file: String? = nil,
        _ log: String
    ) -> [String] {
        // Texts long enough for an answer's revision and seq.
        ["-f", "-y", "-s", "96", "-o", log, "-e", "trace=\(kinds.joined(separator: ","))"]
            + (fault.map { ["-e", "inject=\($0)"] } ?? []) + (file.map { ["-P", $0] } ?? [])
    }

    /// What runs a program from its first call on under `strace`.
    ///
    /// The tracer is the program's grandchild, so that the program is the one that was started.
    static func launcher(
        _ kinds: [String],
        _ fault: String? = nil,
        log: String
    ) throws -> [String] {
        try requireIt()
        // A stop by a filter is none at which a signal can be given.
        let isFiltered = fault?.contains("signal=") != true
        return [path, "-D", "-qq"] + (isFiltered ? ["--seccomp-bpf"] : [])
            + arguments(kinds, fault, log)
    }

    /// Attaches to all threads of a program that runs, for the calls that use a file if one is
    /// named.
    static func attach(
        to program: Program,
        _ kinds: [String],
        _ fault: String? = nil,
        file: String? = nil,
        log: String
    ) throws -> Program {
        try requireIt()
        let tracer = try Program(
            path,
            arguments(kinds, fault, file: file, log) + ["-p", "\(program.processID)"]
        )
        let line = tracer.errors.line { $0.contains("attached") || $0.contains("ptrace") }
        try #require(line?.contains("attached") == true, "strace cannot attach: \(line ?? "")")
        return tracer
    }

    /// The calls of a trace, in the order in which they began.
    static func calls(_ log: String) throws -> [Call] {
        var counts: [String: Int] = [:]
        var calls: [Call] = []
        // A call during which another thread made one is told in two lines.
        var unfinished: [Substring: Int] = [:]
        for line in try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") {
            guard let space = line.firstIndex(of: " ") else { continue }
            let thread = line[..<space]
            let text = line[space...].drop { $0 == " " }
            if text.hasPrefix("<... ") {
                guard let index = unfinished.removeValue(forKey: thread) else { continue }
                calls[index].end(text.drop { $0 != ">" }.dropFirst())
                continue
            }
            guard let end = text.firstIndex(of: "("), text.first?.isLowercase == true else {
                continue
            }
            let kind = String(text[..<end])
            counts["\(thread) \(kind)", default: 0] += 1
            let number = counts["\(thread) \(kind)"] ?? 0
            let isUnfinished = text.hasSuffix("<unfinished ...>")
            if isUnfinished { unfinished[thread] = calls.count }
            let whole = isUnfinished ? text.dropLast("<unfinished ...>".count) : text
            calls.append(Call(thread: thread, kind: kind, number: number, text: whole))
        }
        return calls
    }
}
