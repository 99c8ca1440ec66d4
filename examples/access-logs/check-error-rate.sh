#!/usr/bin/env bash
# CI step: fails if the share of requests that ended in a 5xx is above a threshold (default 0.01, which is 1 %).
# Run it after `pulumi up`, which updates the counts.
set -euo pipefail

threshold="${1:-0.01}"
rate="$(pulumi stack output serverErrorRate)"
requests="$(pulumi stack output requests)"

# A missing or malformed number must not pass.
for number in "$threshold" "$rate"; do
  if ! [[ "$number" =~ ^[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$ ]]; then
    echo "not a number: '$number'" >&2
    exit 2
  fi
done

if awk -v rate="$rate" -v threshold="$threshold" 'BEGIN { exit !(rate > threshold) }'; then
  echo "5xx rate $rate of $requests requests is above $threshold" >&2
  exit 1
fi
echo "5xx rate $rate of $requests requests is within $threshold"
