#!/bin/bash
# Compiles the page's core, the Swift code that server and terminal run, to WebAssembly.
#
#     core.sh SOURCES FOLDER
#
# FOLDER gets core.wasm, and core.symbols with the names of its functions by their numbers.
set -euo pipefail
sources=$1
folder=$2
target=wasm32-unknown-none-wasm
libraries=/usr/lib/wasm32-wasi/libc.a
builtins=$(ls /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a 2>/dev/null | head -n 1)
tables=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift/embedded/$target/libswiftUnicodeDataTables.a
missing() {
    echo "error: the page's core cannot be built, as $1 is missing: $2" >&2
    exit 1
}
[ -e "$tables" ] || missing "Embedded Swift for $target" "use a toolchain of swift.org, 6.3 or newer"
[ -e "$libraries" ] || missing wasi-libc "apt-get install wasi-libc, or run make"
[ -n "$builtins" ] || missing compiler-rt "apt-get install libclang-rt-14-dev-wasm32, or run make"
command -v wasm-opt >/dev/null || missing wasm-opt "apt-get install binaryen, or run make"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$sources"
compile() {
    local module=$1
    shift
    swiftc -target $target -enable-experimental-feature Embedded -wmo -Osize -lto=llvm-full -parse-as-library \
        -swift-version 6 -package-name emojiart_sync -strict-memory-safety -suppress-warnings \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -Xfrontend -disable-stack-protector \
        -Xcc -mbulk-memory -I "$work" -module-name "$module" -emit-module \
        -emit-module-path "$work/$module.swiftmodule" -c "$@" -o "$work/$module.o"
}
compile EmojiArt EmojiArt/*.swift EmojiArt/*/*.swift
compile Wire Wire/*.swift
compile Sync Sync/Replica/*.swift
compile PageCore PageCore/*.swift PageCore/WebAssembly/*.swift
clang --target=$target -Os -ffreestanding -mbulk-memory -c PageCore/WebAssembly/runtime.c -o "$work/runtime.o"
wasm-ld --no-entry --gc-sections -z stack-size=1048576 --stack-first --lto-O2 "$work"/*.o \
    "$libraries" "$builtins" "$tables" -o "$work/named.wasm"
features=(--enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals)
# Thrice, once of them by another road: what one leaves the next still makes smaller. Nothing is in the first KiB of
# memory, where the stack ends.
smaller=(--low-memory-unused -Oz --flatten --rereloop -Oz -Oz)
wasm-opt "${smaller[@]}" "${features[@]}" --symbolmap="$work/core.symbols" --strip-debug "$work/named.wasm" \
    -o "$work/core.wasm" >/dev/null
mv "$work/core.symbols" "$work/core.wasm" "$folder"
