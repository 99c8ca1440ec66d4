/** What `emulator --help` prints. */
export const help = `Usage: pulumi-cdn-zones emulator [options] [exec -- COMMAND [ARGS…]]

A stand-in for the CDN management service, on this machine and in memory. Once it listens it prints one line of JSON:
{"event":"ready","url":…,"port":…,"accessKey":…,"controlToken":…,"pid":…}. SIGINT and SIGTERM end it.

With exec, COMMAND runs against it, with CDN_BASE_URL, CDN_LOGS_BASE_URL, CDN_ACCESS_KEY and CDN_EMULATOR_CONTROL_TOKEN
set, and its exit code is passed on. The line of JSON then goes to stderr. An explicit Provider does not follow these: it
reaches the real account unless its own variables are set too, CDN_BASE_URL_EU and CDN_ACCESS_KEY_EU for one named "eu".

Options:
  --port N             port to listen on; default 0, a free one
  --host HOST          default 127.0.0.1
  --access-key KEY     key that requests must carry; default emulator-access-key
  --seed FILE          zones to start with, as JSON or YAML: storageZones, pullZones, accessLogs, takenNames
  --faults FILE        fault rules, as JSON or YAML
  --random-seed N      seed of minted passwords and of when a fault strikes; default 1
  --latency-ms N       holds every answer back for so long
  --rate-limit N/S     answers 429 past N requests in S seconds
  --replication-ms N   how long a new replication region counts as in progress; default 0
  --log-entries N      access log entries of each pull zone; without a seed there is pull zone 1, with logging enabled
  --soft-delete        GET of a deleted storage zone answers with "Deleted": true in place of 404
  --public-names       pull zones answer under the publicly known names of 13 fields; includes --decimal-point
  --decimal-point      decimal fields are written with a decimal point: 0.0
  -h, --help           prints this
`;
