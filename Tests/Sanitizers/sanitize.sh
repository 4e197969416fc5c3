#!/usr/bin/env bash
# Runs all tests, and the programs that they start, under sanitizers: `make sanitize`.
#
# KINDS chooses some of: address thread valgrind. TARGETS chooses test targets.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD/Tests/Sanitizers
toolchain=$(dirname "$(readlink -f "$(command -v swiftc)")")
read -r -a kinds <<< "${KINDS:-address thread valgrind}"

# Swift's own crash handler would take the signals that the sanitizers wait for.
export SWIFT_BACKTRACE=enable=no

# Tests that say how fast something is, which nothing is here; two whose programs die of signals that
# the sanitizers take; and one whose program gets no more memory, of which the sanitizers need much.
skipped='ten thousand edits|all clients at once|a client that does not read'
skipped+='|a program that ends on its own|a server that traps|a server that gets no more memory'

# Live tests that need the machine for themselves.
alone=$(python3 Tests/Tiers/suites.py alone)

# Builds and tests with a sanitizer; false when a test fails or a process reports something.
#
# Reports go to files: a server that a test kills has no other way to tell.
run() {
    local kind=$1 build=$PWD/.build/$1 status=0 targets target before=()
    rm -rf "$build/reports"
    mkdir -p "$build/reports"
    export EMOJIART_SANITIZER=$kind
    # Leaks are not looked for: the test runner has some of its own. What was freed is kept back for a
    # while, but not by 256 MB, which tests of memory would see. The signal stack is the
    # editor's: AddressSanitizer would unmap it at the end of the thread, as if it were its own.
    export ASAN_OPTIONS="detect_leaks=0:use_sigaltstack=0:quarantine_size_mb=16:suppressions=$here/address.txt"
    ASAN_OPTIONS+=":log_path=$build/reports/report"
    export TSAN_OPTIONS="suppressions=$here/thread.txt:log_path=$build/reports/report"
    if [[ $kind == thread ]]; then
        control "$build" || return 1
        before=(env "LD_PRELOAD=$build/mutex-hooks.so")
    fi
    # Each step says if it fails: within a function whose end is asked for, bash goes on.
    swift build --build-tests --sanitize="$kind" --scratch-path "$build" || return 1
    local options=(--skip "$skipped" --skip-build --sanitize="$kind" --scratch-path "$build")
    targets=${TARGETS:-$(swift test list --skip-build --scratch-path "$build" | cut -d. -f1 | sort -u)}
    [[ -n $targets ]] || return 1
    for target in $targets; do
        echo "== $target ($kind)"
        # As in `make test`: those that need the machine come after the others, one by one.
        "${before[@]}" swift test "${options[@]}" --filter "^$target\." --skip "$alone" || status=1
        [[ $target == LiveTests ]] || continue
        echo "== $target, one after the other ($kind)"
        "${before[@]}" swift test "${options[@]}" --no-parallel --filter "$alone" || status=1
        echo "== abuse ($kind)"
        EMOJIART_PROGRAMS=$build/debug "${before[@]}" Tests/Siege/siege.py Abuse || status=1
    done
    if [[ -n $(ls "$build/reports") ]]; then
        head -n 40 "$build"/reports/*
        echo "== reports are in $build/reports"
        status=1
    fi
    return "$status"
}

# Makes the hooks, and checks that ThreadSanitizer says nothing of a mutex and finds a race.
control() {
    local build=$1 program=$1/mutex-control hooks=$1/mutex-hooks.so
    "$toolchain/clang" -O1 -shared -fPIC "$here/mutex-hooks.c" -o "$hooks" || return 1
    swiftc -swift-version 6 -strict-memory-safety -parse-as-library -sanitize=thread \
        "$here/Control/MutexControl.swift" -o "$program" || return 1
    if ! TSAN_OPTIONS= LD_PRELOAD=$hooks "$program"; then
        echo "== ThreadSanitizer does not understand Mutex: see mutex-hooks.c"
        return 1
    fi
    if TSAN_OPTIONS= LD_PRELOAD=$hooks "$program" race 2> "$build/mutex-control.log"; then
        echo "== ThreadSanitizer does not find a race"
        return 1
    fi
    grep -q 'WARNING: ThreadSanitizer' "$build/mutex-control.log"
}

failed=0
for kind in "${kinds[@]}"; do
    if [[ $kind == valgrind ]]; then
        # Without floods of edits and large edits: they take so long here that the server pauses
        # their sender for many seconds.
        echo "== joins, edits, ends and abuse (valgrind)"
        swift build --build-tests \
            && EMOJIART_VALGRIND=1 swift test --skip-build --no-parallel \
                --filter '^LiveTests\.PresenceTests' \
            && EMOJIART_VALGRIND=1 Tests/Siege/siege.py Abuse.test_FA56 Abuse.test_FA61 FA68_CN12 \
            || failed=1
    else
        run "$kind" || failed=1
    fi
done
exit "$failed"
