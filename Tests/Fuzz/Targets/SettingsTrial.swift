internal import EmojiArt
internal import Settings

/// A file of settings is refused with a cause, or means the same when it is written another way.
enum SettingsTrial {
    static func run(_ bytes: [UInt8]) throws(Finding) {
        let found: [(name: String, value: SettingsFile.Value?)]
        do throws(SettingsFile.Fault) {
            found = try SettingsFile.read(String(decoding: bytes, as: UTF8.self))
        } catch {
            guard case .notYAML(let cause) = error else { return }
            return try promise(!cause.isEmpty, "a file is refused without a cause")
        }
        let names = found.map(\.name)
        // What both YAML and JSON write as it is; YAML's keys have an end.
        let hasPlainTexts = found.allSatisfy { name, value in
            guard let value, name.utf8.count <= 100 else { return false }
            return (texts(of: value) + [name]).allSatisfy(isPlain)
        }
        guard hasPlainTexts, !names.isEmpty, Set(names).count == names.count else { return }
        let written = json(found)
        let again: [(name: String, value: SettingsFile.Value?)]
        do throws(SettingsFile.Fault) {
            again = try SettingsFile.read(written)
        } catch {
            throw Finding("\(written) is refused: \(error)")
        }
        try promise(
            again.map(\.name) == names && again.map(\.value) == found.map(\.value),
            "\(written) is read as \(again)"
        )
    }

    private static func texts(of value: SettingsFile.Value) -> [String] {
        switch value {
        case .text(let text): [text]
        case .list(let texts): texts
        }
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    }

    private static func json(_ settings: [(name: String, value: SettingsFile.Value?)]) -> String {
        var writer = JSONWriter()
        for (index, setting) in settings.enumerated() {
            writer.raw(index == 0 ? "{" : ", ")
            writer.string(setting.name)
            writer.raw(": ")
            switch setting.value {
            case .text(let text): writer.string(text)
            case .list(let texts): writer.array(texts) { writer, text in writer.string(text) }
            case nil: break
            }
        }
        writer.raw("}")
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
