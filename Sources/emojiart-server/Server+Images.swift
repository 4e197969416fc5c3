internal import EmojiArt
internal import Storage
internal import Sync
internal import WebSockets

// Pictures for backgrounds, wherever they are.
extension Server {
    /// Finds a picture here, or else on another node, and then keeps it here as well.
    ///
    /// - Parameters:
    ///   - digest: what it is known by.
    ///   - name: the document that it was sent for.
    ///   - completion: runs on any thread but a loop's; nil when nobody has it.
    func findImage(
        _ digest: String,
        of name: DocumentName,
        completion: @escaping @Sendable (Result<StoredImage?, StorageError>) -> Void
    ) {
        let (images, mailbox) = (images, journalMailbox)
        journal.image(digest, of: name.string) { result in
            guard let images, case .success(nil) = result else { return completion(result) }
            images.fetch(digest, of: name.string) { image in
                if let image { mailbox.post(.errand { $0.keep(image, for: name) }) }
                completion(.success(image))
            }
        }
    }

    /// Keeps a picture that another node had, while the document is open.
    private func keep(_ image: StoredImage, for name: DocumentName) {
        guard case .open(let document) = documents[name] else { return }
        let kept: String? =
            if case .url(let url) = document.session.background { url.digest } else { nil }
        submitBatch()
        journal.submit([.image(document: document.id, image: image, kept: kept)]) {}
    }
}
