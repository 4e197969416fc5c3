/// Reads the fields of a file and knows the path of each, for the error that names it.
struct FileReader: ~Copyable {
    struct Field {
        fileprivate let node: Int
        /// Where it stands, such as `emojis[3].position.x`.
        let path: String
    }

    private let bytes: [UInt8]
    private var json = JSONReader()

    let root = Field(node: 0, path: "")

    init(_ bytes: [UInt8]) throws(FileError) {
        self.bytes = bytes
        do {
            try json.read(bytes.span, within: .file)
        } catch {
            throw FileError(
                field: "",
                reason: .notJSON(error.reason.rawValue, offset: error.offset)
            )
        }
    }

    /// The member of an object; nil when it is absent or null, or `field` is no object.
    func member(_ name: String, of field: Field) -> Field? {
        guard json.nodes[field.node].kind == .object,
            let node = json.member(JSONKey(name), of: field.node),
            json.nodes[node].kind != .null
        else { return nil }
        return Field(node: node, path: field.path.isEmpty ? name : "\(field.path).\(name)")
    }

    func required(_ name: String, of field: Field) throws(FileError) -> Field {
        guard let member = member(name, of: field) else {
            throw FileError(
                field: field.path.isEmpty ? name : "\(field.path).\(name)",
                reason: .missing
            )
        }
        return member
    }

    func items(of field: Field, countMax: Int) throws(FileError) -> [Field] {
        let array = json.nodes[field.node]
        guard array.kind == .array else { throw unexpected(field, mustBe: "an array") }
        guard array.count <= countMax else {
            let found = "an array of \(array.count) items"
            throw unexpected(field, found: found, mustBe: "one of at most \(countMax)")
        }
        return json.items(of: field.node).enumerated().map { index, node in
            Field(node: node, path: "\(field.path)[\(index)]")
        }
    }

    func expectObject(_ field: Field) throws(FileError) {
        guard isObject(field) else { throw unexpected(field, mustBe: "an object") }
    }

    func isObject(_ field: Field) -> Bool { json.nodes[field.node].kind == .object }

    func isEmpty(_ field: Field) -> Bool { json.nodes[field.node].count == 0 }

    /// A whole number in the range, also when written as `1.0`.
    func integer<Number: BinaryInteger>(
        _ field: Field,
        in range: ClosedRange<Number>
    ) throws(FileError) -> Number {
        let number =
            json.integer(field.node)
            ?? json.millionths(field.node, bytes.span).flatMap { millionths in
                millionths.isMultiple(of: 1_000_000) ? millionths / 1_000_000 : nil
            }
        guard let number = number.flatMap(Number.init(exactly:)), range.contains(number) else {
            throw unexpected(
                field,
                mustBe: "a whole number of \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    /// A string; `meaning` says what it stands for.
    func string(_ field: Field, meaning: String) throws(FileError) -> String {
        guard let string = json.string(field.node, bytes.span) else {
            throw unexpected(field, mustBe: meaning)
        }
        return string
    }

    /// The error about a value, which is named as it stands there unless `found` says more.
    func unexpected(_ field: Field, found text: String? = nil, mustBe: String) -> FileError {
        let found = text ?? found(field)
        return FileError(field: field.path, reason: .unexpected(found: found, mustBe: mustBe))
    }

    /// The value for an error's text: itself when it is short, else what it is.
    private func found(_ field: Field) -> String {
        let node = json.nodes[field.node]
        switch node.kind {
        case .object: return "an object"
        case .array: return "an array"
        case .string, .escapedString:
            let isShort = node.end - node.start <= 64
            guard isShort, let string = json.string(field.node, bytes.span) else {
                return "a text of \(node.end - node.start) bytes"
            }
            return "\"\(string.unicodeScalars.map { $0.visible }.joined())\""
        case .integer, .decimal, .boolean, .null:
            return String(decoding: bytes[node.start..<node.end], as: UTF8.self)
        }
    }
}

extension Unicode.Scalar {
    /// The scalar, or its number when it would show as nothing or play with the terminal.
    fileprivate var visible: String {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xD800...0xF8FF, 0xF_0000...: number
        default: isIgnorable ? number : String(self)
        }
    }

    private var number: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}
