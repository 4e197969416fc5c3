#!/bin/bash
# Writes the browser client as Swift: its page with its style and what starts it, whose digests the
# page's policy needs; one script with its source map, the core and the icon, under a name with a
# digest of its bytes, all plain and compressed; and what pages of other people use, `emojiart-sync.js` with its types. Beside OUTPUT stands
# a folder `sdk` with that and the core, to be copied.
#
#     bundle.sh WEB CORE OUTPUT
set -euo pipefail
web=$1
core=$2
output=$3
if ! command -v esbuild >/dev/null; then
    echo "error: esbuild is missing: install it (apt-get install esbuild), or run make" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Beside each other, so that the map names no path of this machine.
cp -R "$web" "$work/web"
cd "$work"
esbuild web/app/main.js --bundle --format=esm --minify --target=es2022 --sourcemap=linked \
    --entry-names=page-[hash] --outdir=out --log-level=warning
(cd web && cat style.css canvas.css presence.css dialogs.css) \
    | esbuild --loader=css --minify --log-level=warning > page.css
esbuild web/start.js --minify --target=es2022 --log-level=warning > start.js
digest() { sha256sum "$1" | cut -c1-8 | tr a-f A-F; }
icon="icon-$(digest web/icon.svg).svg"
wasm="core-$(digest "$core").wasm"
cp "$core" "out/$wasm"
esbuild web/sdk/OpenDocument.js --bundle --format=esm --minify --target=es2022 --outfile=out/emojiart-sync.js \
    --log-level=warning
sed -i "s|core\.wasm|$wasm|" out/emojiart-sync.js
cp web/sdk/emojiart-sync.d.ts out
sdk=$(dirname "$output")/sdk
rm -rf "$sdk"
mkdir "$sdk"
cp out/emojiart-sync.* "out/$wasm" web/sdk/{package.json,example.*} "$sdk"
cp web/icon.svg "out/$icon"
script=$(cd out && echo page-*.js)
style=$(<page.css)
start=$(<start.js)
page=$(<web/index.html)
page=${page/'{{style}}'/"$style"}
page=${page/'{{start}}'/"$start"}
sed -e "s|{{web}}/app/main.js|/web/$script|" -e "s|{{web}}/icon.svg|/web/$icon|" \
    -e "s|{{web}}/core.wasm|/web/$wasm|" <<< "$page" > out/index.html
# As a policy names what may be in a page (CSP 3, section 2.3.1).
hash() { printf "$(printf %s "$1" | sha256sum | cut -c1-64 | sed 's/../\\x&/g')" | base64; }
{
    echo "extension WebFile {"
    echo "    /// What the policy has to allow: the style and the script in the page."
    echo "    package static let styleHash = \"sha256-$(hash "$style")\""
    echo "    package static let scriptHash = \"sha256-$(hash "$start")\""
    echo "    /// The files, made by bundle.sh."
    echo "    static let encoded: [(name: String, plain: String, gzipped: String)] = ["
    cd out
    for file in *; do
        printf '        ("%s", "%s", "%s"),\n' "$file" \
            "$(base64 --wrap=0 "$file")" "$(gzip --best --no-name --stdout "$file" | base64 --wrap=0)"
    done
    echo "    ]"
    echo "}"
} > "$work/PageFiles.swift"
mv "$work/PageFiles.swift" "$output"
