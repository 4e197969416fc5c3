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
cat > "$app/Sources/app/main.swift" <<'END'
import EmojiArt
import Sync
import Wire

var generator = SystemRandomNumberGenerator()
var replica = Replica(key: ClientKey(using: &generator), name: "app")
replica.connected()
print("effects: \(replica.effects.count), emojis: \(replica.view.emojis.count)")
END
swift package --package-path "$app" resolve
resolved=$(ls "$app/.build/checkouts")
[[ $resolved == swift-collections ]] || { echo "== failed: it resolves $resolved"; exit 1; }
swift run --package-path "$app" app | tee "$app/printed"
grep -q '^effects: 1, emojis: 0$' "$app/printed" || { echo "== failed: it printed that"; exit 1; }
echo "== an app resolves swift-collections alone"
