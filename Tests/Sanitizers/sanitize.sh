#!/usr/bin/env bash
# Runs all tests, and the programs that they start, under sanitizers: `make sanitize`.
#
# KINDS chooses some of: address thread valgrind. TESTS is a filter for `swift test`.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD/Tests/Sanitizers
read -r -a kinds <<< "${KINDS:-address thread valgrind}"

# Swift's own crash handler would take the signals that the sanitizers wait for.
export SWIFT_BACKTRACE=enable=no

# Builds and tests with a sanitizer; false when a test fails or a process reports something.
#
# Reports go to files: a server that a test kills has no other way to tell.
run() {
    local kind=$1 build=$PWD/.build/$1 status=0 targets target
    rm -rf "$build/reports"
    mkdir -p "$build/reports"
    export EMOJIART_SANITIZER=$kind
    # Leaks are not looked for: the test runner has some of its own.
    export ASAN_OPTIONS="detect_leaks=0:log_path=$build/reports/report"
    export TSAN_OPTIONS="suppressions=$here/thread.txt:log_path=$build/reports/report"
    swift build --build-tests --sanitize="$kind" --scratch-path "$build"
    local options=(--skip-build --sanitize="$kind" --scratch-path "$build")
    targets=$(swift test list "${options[@]}" | cut -d. -f1 | sort -u)
    for target in $targets; do
        echo "== $target ($kind)"
        swift test "${options[@]}" --filter "^$target\.${TESTS:-}" || status=1
    done
    if [[ -n $(ls "$build/reports") ]]; then
        head -n 40 "$build"/reports/*
        echo "== reports are in $build/reports"
        status=1
    fi
    return "$status"
}

failed=0
for kind in "${kinds[@]}"; do
    if [[ $kind == valgrind ]]; then
        "$here/valgrind.sh" || failed=1
    else
        run "$kind" || failed=1
    fi
done
exit "$failed"
