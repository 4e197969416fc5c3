#!/usr/bin/env bash
# Plants the bugs of this folder's patches in a copy of the sources under .build, and has the
# simulation find each: `make prove SUITES=planted`.
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=Tests/Simulation/Planted
copy=.build/planted

rm -rf "$copy"
mkdir -p "$copy"
git ls-files -z --cached --others --exclude-standard -- Package.* Sources Tests \
    | tar --create --null --files-from - --ignore-failed-read 2> /dev/null \
    | tar --extract --directory "$copy"
# Each module asks by itself whether a bug is wanted: none of them may import one of the tests.
for module in EmojiArt Sync StoreTables SQLiteStore PostgresStore WebSockets Hosting Cluster; do
    cp "$folder/Planted.txt" "$copy/Sources/$module/Planted.swift"
done
cp Package.resolved "$copy" 2> /dev/null || true
for patch in "$folder"/*.patch; do
    git apply --directory "$copy" "$patch" || { echo "$patch does not apply"; exit 1; }
done
EMOJIART_SIMULATION=1 swift build -c release --package-path "$copy" \
    --scratch-path .build/planted-build --product emojiart-simulation
.build/planted-build/release/emojiart-simulation --planted "$folder"
