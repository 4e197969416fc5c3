#!/bin/bash
# Starts three brokers and three servers on this machine, which are one cluster, and ends them all
# when it is ended.
#
# BIN=...    where emojiart-server is
# DATA=...   where all of them keep their data; made when it is not there, and kept afterwards
# PORT=...   of the first server; the others have the next two, and the brokers others from 4222 on
set -euo pipefail
bin=${BIN:-.build/release}
data=${DATA:-.build/cluster}
port=${PORT:-8080}
mkdir -p "$data"
trap 'trap - EXIT; kill $(jobs -p) 2>/dev/null; wait' EXIT INT TERM

routes=nats-route://127.0.0.1:6222,nats-route://127.0.0.1:6223,nats-route://127.0.0.1:6224
brokers=()
for index in 0 1 2; do
    nats-server --name "broker-$index" --addr 127.0.0.1 --port $((4222 + index)) \
        --jetstream --store_dir "$data/broker-$index" --log "$data/broker-$index.log" \
        --cluster_name local --cluster "nats://127.0.0.1:$((6222 + index))" --routes "$routes" &
    brokers+=(--cluster "nats://127.0.0.1:$((4222 + index))")
done
for index in 0 1 2; do
    "$bin/emojiart-server" serve --listen "127.0.0.1:$((port + index))" \
        --data "$data/node-$index" "${brokers[@]}" >"$data/node-$index.log" 2>&1 &
done

echo "== three brokers and three servers; their logs and data are in $data"
for index in 0 1 2; do
    until curl --silent --fail "http://127.0.0.1:$((port + index))/readyz" >/dev/null; do
        kill -0 $(jobs -p) 2>/dev/null || { echo "one of them has ended: see $data" >&2; exit 1; }
        sleep 0.2
    done
done
for index in 0 1 2; do echo "  open    http://127.0.0.1:$((port + index))/canvas/demo"; done
echo "They are one document. Ctrl-C ends them all."
wait
