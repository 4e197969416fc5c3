internal import EmojiArt
internal import Sync
internal import Terminal
internal import Wire

// Where the view is: zoom, fit, and going to where others are.
extension Editor {
    mutating func setZoom(_ zoom: Double) {
        stopFollowing()
        viewport.setZoom(zoom)
    }

    mutating func fitSelection() {
        let selection = Set(replica.ownPresence.selection)
        guard !selection.isEmpty else { return say("nothing is selected") }
        stopFollowing()
        viewport.fit(replica.view.emojis.values.filter { selection.contains($0.id) })
    }

    /// Shows all emojis and the origin, or the whole canvas if it has bounds.
    mutating func fit() {
        stopFollowing()
        let view = replica.view
        if let canvas = view.canvas {
            let (x, y) = (Double(canvas.width) / 2, Double(canvas.height) / 2)
            viewport.fit(left: -x, right: x, bottom: -y, top: y)
        } else {
            viewport.fit(view.emojis.values, withOrigin: true)
        }
    }

    // MARK: Members

    /// The others by number, in the order in which they are shown.
    var others: [(number: Int, member: Replica.RemoteMember)] {
        replica.members.filter { $0.key != replica.member }.sorted { $0.key < $1.key }
            .map { (number: $0.key, member: $0.value) }
    }

    mutating func goToNext() {
        let numbers = others.map(\.number)
        guard let first = numbers.first else { return say("nobody else is here") }
        go(to: numbers.first { $0 > visited ?? 0 } ?? first)
    }

    mutating func go(to number: Int) {
        guard number != replica.member, let member = replica.members[number] else { return }
        stopFollowing()
        visited = number
        let name = member.identity.title(number)
        guard let cursor = member.presence.place else {
            return say("\(name) shares no cursor or view")
        }
        viewport.look(atX: cursor.x, y: cursor.y)
        say("at \(name); G follows")
    }

    mutating func toggleFollowing() {
        if followed != nil { return stopFollowing() }
        let numbers = others.map(\.number)
        guard let first = numbers.first else { return say("nobody else is here") }
        follow(visited.flatMap { numbers.contains($0) ? $0 : nil } ?? first)
    }

    /// Keeps the view where a member points, until the own view is moved.
    mutating func follow(_ number: Int) {
        guard let member = replica.members[number], number != replica.member else { return }
        followed = number
        visited = number
        say("following \(member.identity.title(number)); Esc stops")
        follow()
    }

    /// The others moved: the view goes with the one that it follows.
    mutating func follow() {
        guard let followed else { return }
        guard let member = replica.members[followed] else {
            // Gone for good: its number is not used again. While the connection is lost nobody is
            // there, and the view waits.
            if replica.isLive { stopFollowing() }
            return
        }
        guard let cursor = member.presence.place else { return }
        viewport.look(atX: cursor.x, y: cursor.y)
    }

    mutating func stopFollowing() {
        guard followed != nil else { return }
        followed = nil
        say("stopped following")
    }
}

extension Presence {
    /// Where the member is: what it points at, else the middle of what it sees.
    var place: Cursor? { cursor ?? signals.view?.middle }
}

extension ServerMessage.MemberIdentity {
    /// The name, or something that stands for it.
    func title(_ number: Int) -> String {
        if !name.isEmpty { return name }
        return client == nil ? "viewer \(number)" : "member \(number)"
    }

    /// The title as far as a label has room for it: one name does not hide everyone else's.
    func shortTitle(_ number: Int) -> String {
        let title = title(number)
        return title.count <= 20 ? title : title.prefix(19) + "…"
    }
}
