/// Which of several loops serves what a connection asks for.
package struct Distribution {
    /// The index of the loop that serves a path, as it stands in the request line.
    let home: (_ path: String) -> Int
    /// The ways to the loops, by index; nil for the one that listens.
    let doors: [Mailbox<Arrival>?]

    /// Makes one of what `Listener.makeDoor` gave on each loop; `home` has an index of them for
    /// each path, however strange.
    package init(doors: [Mailbox<Arrival>?], home: @escaping (_ path: String) -> Int) {
        self.doors = doors
        self.home = home
    }
}
