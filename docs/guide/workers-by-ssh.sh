#!/usr/bin/env bash
# One load by workers on other machines, over SSH: docs/guide/workers-by-ssh.sh THIS_HOST WORKER_HOST... -- RUN_OPTIONS
# Example: docs/guide/workers-by-ssh.sh bench-0 bench-1 bench-2 -- workloads/one-queue.yaml --url tcp://broker:61616 --driver artemis
# THIS_HOST is the name by which the others reach this one. They need a JDK 17 and a way in by ssh without a password.
# What is sent to the other machines is put together here:
# shellcheck disable=SC2029
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

usage() {
    echo "usage: docs/guide/workers-by-ssh.sh THIS_HOST WORKER_HOST... -- RUN_OPTIONS" >&2
    echo "example: docs/guide/workers-by-ssh.sh bench-0 bench-1 bench-2 -- workloads/one-queue.yaml --url tcp://broker:61616 --driver artemis" >&2
    exit 2
}

here="${1:-}"
shift || usage
hosts=()
while (($# > 0)) && [[ "$1" != -- ]]; do
    hosts+=("$1")
    shift
done
((${#hosts[@]} > 0 && $# > 1)) || usage
shift
port=7400
workers=()

# However this ends, as when the options are refused: a terminal that is closed ends the worker on it.
remove_workers() {
    ((${#workers[@]} == 0)) || kill "${workers[@]}" 2>/dev/null || true
    wait
}
trap remove_workers EXIT
there=dyno-worker # A folder in the home folder of each.

./dyno --version >/dev/null # Builds it, if that has not been done.
keys="${DYNO_KEYS:-$HOME/.dyno/keys}"
./dyno worker keys "$keys" coordinator "${hosts[@]}"

for host in "${hosts[@]}"; do
    ssh "$host" "mkdir -p $there"
    tar cf - -C target/dyno --exclude=dyno.jsa . -C "$PWD" dyno -C "$keys" "$host" | ssh "$host" "tar xf - -C $there"
    # It ends with the coordinator, and if none is there within a minute.
    ssh -tt "$host" "$there/dyno worker --join $here:$port --name $host --keys $there/$host --wait 60s --once" </dev/null &
    workers+=($!)
done

./dyno run --workers "${#hosts[@]}" --listen "$here:$port" --keys "$keys/coordinator" "$@"
wait "${workers[@]}"
workers=()
