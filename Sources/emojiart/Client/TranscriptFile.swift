internal import Foundation

/// The file of a client's transcript: what it needs to go on after it was killed.
///
/// A line is written before what it tells of is sent, and not forced to the disk: it outlives the
/// process, whatever ends that. When the power fails the last lines may be missing: edits that were
/// sent are in the document, and by their marks none counts twice.
///
/// Event-loop thread only.
final class TranscriptFile {
    /// How long the file at least is when it is made short again.
    static let longBytes = 1 << 20
    /// How long to wait after a failure, in milliseconds.
    static let retryMilliseconds: UInt64 = 10_000

    enum State: Equatable {
        case missing
        /// It ended in good order, and all its edits are answered.
        case clean
        /// It is running or was killed, or ended with edits that are not answered.
        case unclean
    }

    let path: String
    /// What is wrong, for a person: edits are not kept, or some that were could not be read.
    private(set) var problem: String?
    /// Called with what is wrong: once when writing fails, and again after it went well between.
    var onProblem: ((String) -> Void)?
    private var handle: FileHandle?
    private var size = 0
    private var base = 0
    private var hasEnded = false
    /// When the last failure was noticed; nil while all is well.
    private var failedAt: UInt64?

    private static let cleanLine = Data("# clean\n".utf8)

    init(path: String) { self.path = path }

    var isFailing: Bool { failedAt != nil }

    static func state(at path: String) -> State {
        guard let handle = FileHandle(forReadingAtPath: path) else { return .missing }
        defer { try? handle.close() }
        guard let end = try? handle.seekToEnd(), end > 0 else { return .missing }
        let count = UInt64(cleanLine.count)
        guard end > count, (try? handle.seek(toOffset: end - count)) != nil,
            (try? handle.readToEnd()) == cleanLine
        else { return .unclean }
        return .clean
    }

    func read() -> [[UInt8]] {
        guard var data = FileManager.default.contents(atPath: path), !data.isEmpty else {
            return []
        }
        if data.suffix(Self.cleanLine.count) == Self.cleanLine {
            data.removeLast(Self.cleanLine.count)
        }
        return data.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    }

    /// Some lines could not be used: they are put aside for a person.
    ///
    /// A torn last line is what a kill leaves, and nothing to tell of.
    func reject(_ lines: ArraySlice<[UInt8]>) {
        let last = FileManager.default.contents(atPath: path)?.last
        let isTorn = lines.count == 1 && last != UInt8(ascii: "\n")
        guard !lines.isEmpty, !isTorn else { return }
        let aside = (try? SharedFile(path: path).moveAside()) ?? path
        report("\(lines.count) lines of \(path) are damaged; the file is kept as \(aside)")
    }

    func append(_ lines: [[UInt8]], now: UInt64) {
        guard let handle, !lines.isEmpty, failedAt == nil, !hasEnded else { return }
        let data = Self.data(of: lines)
        do {
            try handle.write(contentsOf: data)
            size += data.count
        } catch {
            fail(error, now: now)
        }
    }

    /// Whether it is time to put a short transcript in place of this one.
    func isDue(_ now: UInt64) -> Bool {
        guard !hasEnded else { return false }
        if let failedAt { return now >= failedAt + Self.retryMilliseconds }
        return size > Self.longBytes && size > 2 * base
    }

    /// Puts a transcript in place of this one: afterwards the one or the other is on the disk.
    func replace(with lines: [[UInt8]], now: UInt64) {
        guard !hasEnded else { return }
        let data = Self.data(of: lines)
        do {
            try SharedFile.makeFolder((path as NSString).deletingLastPathComponent)
            handle = try SharedFile.replace(path, with: data)
            (size, base, failedAt) = (data.count, data.count, nil)
        } catch {
            // The old file still does, if it was written up to now.
            if handle != nil, failedAt == nil {
                base = size
                return
            }
            fail(error, now: now)
        }
    }

    /// Writes the transcript if the file is behind, and when all edits are answered says so in it.
    func end(_ lines: [[UInt8]], isClean: Bool, now: UInt64) {
        guard !hasEnded else { return }
        if isFailing { replace(with: lines, now: now) }
        if isClean, !isFailing { try? handle?.write(contentsOf: Self.cleanLine) }
        hasEnded = true
        handle = nil
    }

    private func fail(_ error: any Error, now: UInt64) {
        let isNew = failedAt == nil
        failedAt = now
        handle = nil
        let cause = (error as? CocoaError)?.underlying as? POSIXError
        let reason = cause.map { String(describing: $0.code) } ?? error.localizedDescription
        if isNew { report("edits are not kept on this machine: \(path): \(reason)") }
    }

    private func report(_ text: String) {
        problem = text
        onProblem?(text)
    }

    private static func data(of lines: [[UInt8]]) -> Data {
        var data = Data(capacity: lines.reduce(0) { $0 + $1.count + 1 })
        for line in lines {
            data.append(contentsOf: line)
            data.append(UInt8(ascii: "\n"))
        }
        return data
    }
}
