import Foundation
import TestKit

/// The golden messages that the Swift and the JavaScript tests share.
struct MessageVectors: Decodable {
    struct Client: Decodable {
        let good: [Good]
        let bad: [Bad]
        let refused: [Refused]
    }

    struct Server: Decodable {
        let good: [Good]
        let ignored: [Ignored]
        let bad: [Bad]
    }

    /// A message, and the text that writing it anew must give.
    struct Good: Decodable {
        let name: String
        let text: String
        let canonical: String
    }

    /// A text that is no message, the rule that it breaks, and how the error begins.
    struct Bad: Decodable {
        let name: String
        let rule: String
        let text: String?
        let hex: String?
        let built: Built?
        let error: String
        var bytes: [UInt8] { text.map { Array($0.utf8) } ?? built?.bytes ?? Self.bytes(hex ?? "") }

        private static func bytes(_ hex: String) -> [UInt8] {
            let digits = hex.compactMap(\.hexDigitValue)
            return stride(from: 0, to: digits.count - 1, by: 2).map { place in
                UInt8(digits[place] << 4 | digits[place + 1])
            }
        }
    }

    /// An edit that is refused.
    struct Refused: Decodable {
        let name: String
        let rule: String
        let text: String?
        let built: Built?
        let seq: Int
        let code: String
        var bytes: [UInt8] { text.map { Array($0.utf8) } ?? built?.bytes ?? [] }
    }

    /// A message of a type that a newer server may send.
    struct Ignored: Decodable {
        let text: String
    }

    /// A text that is too long to be stored: `repeat` stands so many times in the middle.
    struct Built: Decodable {
        let before: String
        let `repeat`: String
        let times: Int
        let after: String
        var bytes: [UInt8] {
            Array((before + String(repeating: `repeat`, count: times) + after).utf8)
        }
    }

    struct DigestVector: Decodable {
        struct Part: Decodable {
            let word: UInt32?
            let integer: Int?
            let text: String?
        }

        let name: String
        let take: [Part]
        let digest: String
    }

    struct ChecksumVector: Decodable {
        let name: String
        let snapshot: String
    }

    struct ChainVector: Decodable {
        let name: String
        let before: String
        let message: String
        let chain: String
    }

    let client: Client
    let server: Server
    let digests: [DigestVector]
    let checksums: [ChecksumVector]
    let chains: [ChainVector]

    static func read() throws -> MessageVectors {
        let data = try Data(contentsOf: Repository.vectors("messages.json"))
        return try JSONDecoder().decode(MessageVectors.self, from: data)
    }
}
