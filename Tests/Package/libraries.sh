#!/usr/bin/env bash
# An app that links the libraries without the trait of the programs: what it has to resolve, and
# whether it builds and runs. The app is made in .build/libraries.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
app=$root/.build/libraries
rm -rf "$app"
mkdir -p "$app/Sources/app"
cat > "$app/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "app",
    dependencies: [.package(name: "emojiart-sync", path: "$root", traits: [])],
    targets: [
        .executableTarget(
            name: "app",
            dependencies: [
                .product(name: "EmojiArt", package: "emojiart-sync"),
                .product(name: "Sync", package: "emojiart-sync"),
                .product(name: "Wire", package: "emojiart-sync"),
            ]
        )
    ]
)
END
# README's example, and a WebSocket for it that is spoken to in lines.
sed -n '/^```swift$/,/^```$/p' "$root/README.md" | grep -v '^```' > "$app/Sources/app/follow.swift"
cat > "$app/Sources/app/main.swift" <<'END'
import Glibc
import Sync
import Wire

protocol WebSocket {
    func send(_ message: [UInt8]) async throws
    func receive() async throws -> [UInt8]
}

struct Lines: WebSocket {
    struct End: Error {}

    func send(_ message: [UInt8]) {
        print(String(decoding: message, as: UTF8.self))
    }

    func receive() throws -> [UInt8] {
        fflush(nil)
        guard let line = readLine() else { throw End() }
        return Array(line.utf8)
    }
}

var generator = SystemRandomNumberGenerator()
try? await follow(Lines(), key: ClientKey(using: &generator))
END
swift package --package-path "$app" resolve
resolved=$(ls "$app/.build/checkouts")
[[ $resolved == swift-collections ]] || { echo "== failed: it resolves $resolved"; exit 1; }
swift build --package-path "$app"
# It follows a document of a real server, on whose messages it lives line by line.
programs=$root/.build/debug
"$programs/emojiart-server" --listen 127.0.0.1:0 --data "$app/data" 2> "$app/log" &
trap 'kill $!' EXIT
timeout 30 bash -c 'until grep -q " listening$" "$1"; do sleep 0.1; done' - "$app/log"
url=ws://$(sed -n 's/.* address=\(127[^ ]*\) .* listening$/\1/p' "$app/log")/documents/app
"$programs/emojiart" add "$url" 🌲 --state "$app/state"
timeout 30 "$root/.build/playwright/bin/python" - "$app/.build/debug/app" "$url" > "$app/printed" <<'END'
import asyncio
import sys
from asyncio.subprocess import PIPE

import websockets


async def main(program, url):
    app = await asyncio.create_subprocess_exec(program, stdin=PIPE, stdout=PIPE)
    async with websockets.connect(url, subprotocols=["emojiart.v1"]) as socket:

        async def deliver():
            async for message in socket:
                app.stdin.write(message.encode() + b"\n")

        delivery = asyncio.create_task(deliver())
        async for line in app.stdout:
            if line.startswith(b"{"):
                await socket.send(line.decode().rstrip())
            else:
                print(line.decode(), end="", flush=True)
            if line == b"1 emojis\n":
                break
        delivery.cancel()
    app.kill()


asyncio.run(main(*sys.argv[1:]))
END
grep -q '^1 emojis$' "$app/printed" || { echo "== failed: it printed that"; exit 1; }
echo "== an app resolves swift-collections alone"
