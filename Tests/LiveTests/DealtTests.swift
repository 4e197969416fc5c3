import EmojiArt
import Foundation
import TestKit
import Testing

/// Documents that HAProxy deals out by their names to servers that know nothing of each other.
@Suite(.aside) struct DealtTests {
    @Test func `HT19 HT31 a document stays with its server, also while that one is down`() throws {
        let proxy = try HAProxy()
        // Names until both servers have some.
        var homes: [String: Int] = [:]
        var people: [String: LiveClient] = [:]
        while homes.count < 4 || (Set(homes.values).count < 2 && homes.count < 40) {
            let name = "room-\(homes.count)"
            let person = try proxy.client(name)
            try person.draw(5)
            people[name] = person
            homes[name] = try proxy.home(of: name)
        }
        #expect(Set(homes.values).count == 2)
        for name in homes.keys {
            for rest in [".emojiart", ".svg", ".snapshot", "/history", "/edits"] {
                #expect(try proxy.status("/documents/\(name)\(rest)") == 200)
            }
            // Under another name it would be looked for on another server.
            let new = "/documents/\(name)?name=other"
            #expect(try proxy.status(new, method: "POST") == 403)
        }

        let down = proxy.servers[0]
        down.kill()
        for (name, home) in homes {
            let status = try proxy.status("/documents/\(name).svg")
            #expect(status == (home == 0 ? 503 : 200), "\(name)")
            _ = try people[name]?.add(1)
        }
        // The page is there all the same.
        #expect(try Wait.until { try proxy.status("/canvas/room-0") == 200 })
        try down.restart()
        for (name, home) in homes {
            let person = try #require(people[name])
            #expect(try person.settle())
            #expect(try person.eventually { $0.document.emojis.count == 6 }, "\(name)")
            #expect(try proxy.home(of: name) == home)
        }
    }

    @Test func `HT31 a server learns from HAProxy who a member is, and not from the member`() throws
    {
        let proxy = try HAProxy()
        let tunnel = try TLSTunnel(from: "127.0.0.2")
        tunnel.aim(at: proxy.port)
        let socket = try #require(RawSocket(port: tunnel.port, timeoutSeconds: Int(Wait.seconds)))
        let said: [String: String?] = [
            "Host": "127.0.0.1:\(proxy.port)", "X-Forwarded-For": "192.0.2.1",
        ]
        socket.send(proxy.servers[0].handshake(changing: said))
        let head = try #require(socket.readHead())
        #expect(head.hasPrefix("HTTP/1.1 101 "), "\(head)")
        socket.sendText(LiveServer.hello(key: 1))
        #expect(socket.readMessage("welcome") != nil)
        let home = try #require(try proxy.home(of: "picnic"))
        let body = try proxy.servers[home].ask("GET", "/admin/documents/picnic").body
        let member = try JSONLine(body)["open"]?["members"]?.array?.first
        #expect(member?["address"]?.string == "127.0.0.2")
    }
}
