#!/bin/sh
# Checks two states for drift against the emulator: once as deployed, and once after zones were changed by hand.
# Needs no Pulumi CLI, no passphrase and no account.
set -eu
cd "$(dirname "$0")"
zones=${CDN_ZONES:-npx pulumi-cdn-zones}

# The emulator sets CDN_BASE_URL, CDN_ACCESS_KEY and its token, and runs this script once more.
if [ -z "${CDN_EMULATOR_CONTROL_TOKEN:-}" ]; then
  exec $zones emulator --contract --seed seed.json exec -- sh demo.sh
fi

echo "== As they were deployed"
$zones drift --state states --unmanaged

echo "== After zones were changed by hand"
node change.mjs
status=0
$zones drift --state states --unmanaged --report text=- --report github=- --report html="${DRIFT_HTML:-drift.html}" || status=$?
echo "== Exit code $status"
exit "$status"
