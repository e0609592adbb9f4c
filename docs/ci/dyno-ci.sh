#!/usr/bin/env bash
# Runs a workload some times and fails where the runs are worse than a baseline: dyno-ci.sh WORKLOAD [OPTION…]
# The options are those of dyno run. What may be set in the environment is below, with its default.
set -euo pipefail

dyno="${DYNO:-dyno}"                                # the command
limits="${DYNO_CI_LIMITS:-p99=10%,rate=5%}"         # what dyno gate --max-regression allows
repeats="${DYNO_CI_REPEATS:-3}"                     # runs; the gate looks at their means
baseline="${DYNO_CI_BASELINE:-dyno-baseline}"       # folder of the baseline's runs, kept from job to job
renew="${DYNO_CI_RENEW:-false}"                     # true: these runs are the next baseline, if nothing is wrong with them
out="${DYNO_CI_OUT:-dyno-results}"                  # runs, pages, JUnit XML and summary

# What an earlier job left there is none of this one's.
rm -rf "$out/runs" "$out/runs.xml" "$out/gate.xml" "$out/summary.md"
mkdir -p "$out/runs"
export DYNO_RUNS="$out/runs"
status=0
for ((i = 1; i <= repeats; i++)); do
    "$dyno" run "$@" || status=$?
done
these=("$DYNO_RUNS"/*/)                             # a run that sent nothing is not stored

if [[ ! -d "${these[0]}" ]]; then
    echo "No run has sent a message; the log says why." >"$out/summary.md"
    exit "$status"
fi
"$dyno" report "${these[@]}" --junit "$out/runs.xml"
if ((status == 0)) && compgen -G "$baseline/*/run.json" >/dev/null; then
    before="$(printf '%s,' "$baseline"/*/)"
    after="$(printf '%s,' "${these[@]}")"
    "$dyno" gate "${before%,}" "${after%,}" --max-regression "$limits" \
        --junit "$out/gate.xml" --markdown "$out/summary.md" || status=$?
else
    { echo '```'; "$dyno" history --notes; echo '```'; } >"$out/summary.md"
fi

if [[ "$renew" == true ]] && ((status == 0)); then
    rm -rf "$baseline"
    mkdir -p "$baseline"
    cp -r "${these[@]}" "$baseline"
fi
exit "$status"
