#!/usr/bin/env bash
# Tries arbitrary bytes under AddressSanitizer: `make fuzz`, with MINUTES for each target, or EACH in
# seconds, and TARGETS to choose some.
#
# What reaches new code goes to .build/fuzz/corpus/TARGET, which the next run starts from;
# `make fuzz-corpus` keeps the 20 of it that reach the most in Tests/Fuzz/Corpus. An input that
# breaks something is left in .build/fuzz/broken/TARGET: once it is mended, the input belongs in
# Tests/Fuzz/Corpus as found-WHAT, where it is a test from then on.
set -euo pipefail
cd "$(dirname "$0")/../.."

all=(chunks json client-message server-message file terminal-input replica session stored-state image
    image-header token settings request moment hook journal)
seconds=${EACH:-$((${MINUTES:-1} * 60))}
read -r -a targets <<< "${TARGETS:-${all[*]}}"
build=$PWD/.build/fuzz
inputs_max=20

# Swift's own crash handler would take the signals that libFuzzer waits for.
export SWIFT_BACKTRACE=enable=no

# Of two options --sanitize the compiler heeds only the last, in an order that changes from build to
# build: one option names both.
swift build --package-path Tests/Fuzz --scratch-path "$build" -c release \
    --sanitize=fuzzer -Xswiftc -sanitize=fuzzer,address
fuzzer=$build/release/emojiart-fuzz

# The longest input: a run of 300 or 400 steps takes no more bytes.
length() {
    case $1 in
        moment) echo 64 ;;
        chunks | json | terminal-input) echo 512 ;;
        replica | session) echo 768 ;;
        *) echo 1024 ;;
    esac
}

# Keeps what was found, and the few other inputs that together reach the most.
merge() {
    local target=$1 kept=Tests/Fuzz/Corpus/$1 merged=$build/merged/$1 chosen=$build/chosen/$1
    # libFuzzer would go on from what an older build reached.
    rm -rf "$merged" "$chosen" "$build/merged/$target.control"
    mkdir -p "$merged" "$chosen" "$kept" "$build/corpus/$target"
    # What was kept before goes on as a warm start.
    find "$kept" -type f -exec cp -n -t "$build/corpus/$target" {} +
    EMOJIART_FUZZ_TARGET=$target "$fuzzer" -set_cover_merge=1 -timeout=10 -max_len="$(length "$target")" \
        -merge_control_file="$build/merged/$target.control" \
        "$merged" "$kept" "$build/corpus/$target" 2> "$build/$target.log" \
        || { tail -n 20 "$build/$target.log"; return 1; }
    python3 Tests/Fuzz/choose.py "$build/merged/$target.control" "$inputs_max" 2> "$build/$target.chosen" \
        | while read -r input; do cp "$input" "$chosen/$(sha1sum < "$input" | cut -c 1-40)"; done
    [[ -n $(ls "$chosen") ]] || { echo "$target: nothing was chosen"; return 1; }
    # What once broke something stays: it is a test.
    find "$kept" -type f ! -name 'found-*' -delete
    cp "$chosen"/* "$kept/"
    printf '%-15s %5d inputs kept, %s\n' "$target" "$(ls "$kept" | wc -l)" "$(cat "$build/$target.chosen")"
}

# Runs a target; false when it broke.
try() {
    local target=$1 log=$build/$1.log broken=$build/broken/$1 before
    mkdir -p "$build/corpus/$target" "$broken" "Tests/Fuzz/Corpus/$target"
    before=$(ls "$build/corpus/$target" | wc -l)
    local options=(-max_total_time=$seconds -max_len="$(length "$target")" -timeout=10
        -rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix="$broken/")
    local words=Tests/Fuzz/Dictionaries/$target.dict
    [[ ! -f $words ]] || options+=(-dict="$words")
    local status=0
    EMOJIART_FUZZ_TARGET=$target "$fuzzer" "${options[@]}" "$build/corpus/$target" \
        "Tests/Fuzz/Corpus/$target" > "$log" 2>&1 || status=$?
    awk -v target="$target" -v new="$(($(ls "$build/corpus/$target" | wc -l) - before))" '
        / cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") edges = $(i + 1) }
        /number_of_executed_units/ { runs = $2 }
        /average_exec_per_sec/ { speed = $2 }
        END { printf "%-15s %9d executions  %7d/s  %6d edges  %4d new inputs\n",
            target, runs, speed, edges, new }' "$log"
    ((status == 0)) && return
    grep -E 'Fatal error|ERROR|SUMMARY' "$log" || tail -n 20 "$log"
    local input
    input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    echo "$target broke on $input; again:"
    echo "  SWIFT_BACKTRACE=enable=no EMOJIART_FUZZ_TARGET=$target $fuzzer $input"
    return 1
}

broken=0
for target in "${targets[@]}"; do
    if [[ ${1:-} == merge ]]; then merge "$target"; else try "$target" || broken=1; fi
done
exit "$broken"
