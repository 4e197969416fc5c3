internal import Foundation

/// The user's palettes on disk, which all editors of the user share.
///
/// Nothing is written before the first change. A file that cannot be understood is never
/// overwritten: the change that would do so moves it away first.
final class PaletteFile {
    private let file: SharedFile
    /// The palettes as they were last read or written.
    private var book = PaletteBook()
    private var stamp: SharedFile.Stamp?
    private var hasRead = false
    private var notice: String?

    /// Takes the path of the file, which need not exist.
    init(path: String = PaletteFile.defaultPath(ProcessInfo.processInfo.environment)) {
        file = SharedFile(path: path)
    }

    var path: String { file.path }

    /// `$XDG_CONFIG_HOME/emojiart/palettes.json`, or the place that stands for it.
    static func defaultPath(_ environment: [String: String]) -> String {
        let name = "/emojiart/palettes.json"
        // The XDG base directory specification has relative paths ignored.
        if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") {
            return directory + name
        }
        return (environment["HOME"] ?? NSHomeDirectory()) + "/.config" + name
    }

    /// Reads the palettes: those that come with the program when there is no file.
    ///
    /// When the file cannot be read or understood, they are those that were read before, or those
    /// that come with the program, and there is a notice.
    func read() -> PaletteBook {
        hasRead = true
        do {
            let found = try contents()
            (book, stamp) = (found.book, found.stamp)
            if let damage = found.damage {
                notice = """
                    \(path) is damaged: \(damage); the next change of a palette moves it aside
                    """
            }
        } catch {
            stamp = file.stamp
            notice = error.description
        }
        return book
    }

    /// Reads the palettes when they are others than this has last read or written (L15-3).
    ///
    /// Costs one system call when nothing has changed.
    func readIfChanged() -> PaletteBook? {
        guard hasRead else { return read() }
        guard file.stamp != stamp else { return nil }
        let before = book
        return read() == before ? nil : book
    }

    /// Changes the palettes as they are now on disk, whoever wrote them, and writes them.
    ///
    /// No other editor changes them meanwhile. What is in the closure names palettes by identity:
    /// places may be others than those that were shown. A damaged file is moved away, with a
    /// notice, and the change is made to the palettes that `read` returned.
    ///
    /// - Throws: what `change` throws, and `SharedFileError`; then nothing is changed.
    @discardableResult
    func update(_ change: (inout PaletteBook) throws -> Void) throws -> PaletteBook {
        try file.withLock {
            var (changed, damage, stamp) = try contents()
            let before = changed
            try change(&changed)
            if changed != before {
                if let damage {
                    let aside = try file.moveAside()
                    notice = "\(path) was damaged: \(damage); it is kept as \(aside)"
                }
                stamp = try file.replace(with: PaletteJSON.write(changed))
            }
            (book, self.stamp, hasRead) = (changed, stamp, true)
            return changed
        }
    }

    /// What to tell the person about the file, once.
    func takeNotice() -> String? {
        defer { notice = nil }
        return notice
    }

    /// What is in the file; where that is damaged, the palettes that were read before go on.
    private func contents() throws(SharedFileError) -> (
        book: PaletteBook, damage: PaletteJSON.Damage?, stamp: SharedFile.Stamp?
    ) {
        guard let (bytes, stamp) = try file.read(bytesMax: PaletteJSON.bytesMax) else {
            return (PaletteBook(), nil, nil)
        }
        do { return (try PaletteJSON.read(bytes), nil, stamp) } catch {
            return (book, error, stamp)
        }
    }
}
