internal import EmojiArt

/// Nobody outside is told anything.
final class Webhooks {
    func happened(_ kind: WebhookEvent.Kind, to name: DocumentName, revision: Int) {}

    func joined(_ name: DocumentName) {}
}
