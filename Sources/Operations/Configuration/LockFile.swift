internal import EmojiArt
internal import Foundation
internal import Sync

/// A file of locks, by documents:
/// `{"picnic":{"regions":[{"x":[-50,50],"y":[0,100]}],"emojis":["1.1"],"background":true}}`.
enum LockFile {
    fileprivate struct Entry: Decodable {
        var regions: [Area]?
        var emojis: [String]?
        /// Whether the background and the bounds are locked.
        var background: Bool?
    }

    fileprivate struct Area: Decodable {
        let x: [Int]
        let y: [Int]
    }

    /// Reads a file as a rule.
    ///
    /// - Throws: `ConfigurationError` when it is none.
    static func rule(in path: String) throws(ConfigurationError) -> LockRule {
        let data = Data(try KeyFile.contents(of: path, atMost: 256 << 20))
        let entries: [String: Entry]
        do {
            entries = try JSONDecoder().decode([String: Entry].self, from: data)
        } catch {
            throw .unreadable(path: path, cause: "it is not a file of locks: \(error)")
        }
        var locks: [DocumentName: LockRule.Locks] = [:]
        for (text, entry) in entries {
            guard let name = DocumentName(text) else {
                throw .unreadable(path: path, cause: "'\(text)' is not a document name")
            }
            locks[name] = try entry.locks(path)
        }
        return LockRule(locks)
    }
}

extension LockFile.Entry {
    fileprivate func locks(_ path: String) throws(ConfigurationError) -> LockRule.Locks {
        var locks = LockRule.Locks(hasFixedBackground: background ?? false)
        for area in regions ?? [] {
            guard area.x.count == 2, area.y.count == 2, area.x[0] <= area.x[1],
                area.y[0] <= area.y[1]
            else {
                throw .unreadable(
                    path: path,
                    cause: "a region must be {\"x\":[LEAST,MOST],\"y\":[LEAST,MOST]}"
                )
            }
            locks.regions.append(
                LockRule.Region(x: area.x[0]...area.x[1], y: area.y[0]...area.y[1])
            )
        }
        for text in emojis ?? [] {
            guard let id = EmojiID(text) else {
                throw .unreadable(path: path, cause: "'\(text)' is not an emoji id")
            }
            locks.emojis.insert(id)
        }
        return locks
    }
}
