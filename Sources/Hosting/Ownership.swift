package import EmojiArt

/// Decides which documents this server serves, where several servers share one store.
///
/// A server that is alone has none, and serves every document for as long as it likes. An ownership
/// that ends before its release is ended by `Server.setDown`: members then reconnect, and are
/// claimed for again.
package protocol Ownership: AnyObject, Sendable {
    /// Claims a document, before it is read from the store.
    ///
    /// A document that this server owns already is claimed again after a rename, a deletion or its
    /// making.
    ///
    /// The completion, called once from any thread, gets true when this server serves the document
    /// from now on.
    func claim(_ name: DocumentName, completion: @escaping @Sendable (Bool) -> Void)

    /// Gives a document up that is in memory no more, once what was submitted for it is durable.
    func release(_ name: DocumentName)
}
