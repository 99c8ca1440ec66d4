/** What `logs --help` prints. */
export const help = `Usage: pulumi-cdn-zones logs ID [options]

Prints the access log of the pull zone ID, the newest entries first, while it reads them: all that match from the last
24 hours, unless told otherwise. An option that may be given several times matches any of its values.

  --from TIME                   start: a date and time, or how long ago, such as 2h or 3d; logs are kept for 3 days
  --to TIME                     end, before which entries lie; default now
  --status CODE                 such as 404 or 5xx; several, or with commas between
  --cache-status STATUS         such as MISS; several, or with commas between
  --country CODE                such as DE; several, or with commas between
  --edge-location NAME          edge location, exactly
  --remote-ip ADDRESS           IPv4 or IPv6 address, as widely as the zone anonymizes
  --url-contains TEXT           part of host and path, whatever its case
  --user-agent-contains TEXT    part of the User-Agent header
  --referer-contains TEXT       part of the Referer header
  --search WORDS                any of the words in any searched column; several
  --request-id ID               one request
  --include-origin-shield       requests from the edge to the origin shield too
  --order asc|desc              by time; default desc
  --offset N                    skip so many entries
  --limit N                     stop after so many entries; default all

  --format table|json|ndjson|csv  default table. In csv, a text that a spreadsheet would take for a formula begins with '
  --summary                     in place of entries: status classes, cache hit ratio, top paths, countries, a histogram
                                over time; as table or json
  --show-secrets                prints authorizationHeader and fields that are not known, else shown as [secret]
  --help                        this text

Settings come from the environment (CDN_BASE_URL, CDN_LOGS_BASE_URL where logs have a host of their own, CDN_ACCESS_KEY and
the rest), otherwise from the configuration of the current project's selected stack. Exits with 0 (also where a pipe is closed early), 1 where the service refuses, 2 for wrong usage.
`;
