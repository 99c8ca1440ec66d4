/** What `drift --help` prints. */
export const help = `Usage: pulumi-cdn-zones drift [options]

Compares every storage zone and pull zone of a stack with the live service, as pulumi refresh does, and changes nothing. It
needs no Pulumi CLI, no passphrase and no program, only the state.

  pulumi-cdn-zones drift                                   the stack of the current project (by pulumi stack export)
  pulumi stack export | pulumi-cdn-zones drift --state -
  pulumi-cdn-zones drift --state prod.json --report html=drift.html --report github=-

  --state FILE           what pulumi stack export prints, or a file backend's checkpoint, also gzipped; - for standard
                         input; may be given several times
  --unmanaged            also list storage zones of the accounts that stand in none of the states; each counts as drift
  --volatile             also show what moves by itself, such as the space used; it never counts
  --drift-exit-code N    exit code of drift; default 2
  --report FORMAT=FILE   text, json, markdown, junit, github or html; - for standard output; may be given several times.
                         Unless a report goes to standard output, text does
  --ignore-file FILE     differences that do not count; default .cdn-drift.yaml, if there is one
  --help                 this text

Exit code: 0 clean, 2 drift, 1 where the check failed or could not read everything.

Keys come from the environment: CDN_ACCESS_KEY for the default provider, CDN_ACCESS_KEY_NAME for an explicit one
(CDN_ACCESS_KEY_EU for "eu"). Without --state, that of the default provider may come from the stack's configuration. Addresses come from the state, unless CDN_BASE_URL or CDN_BASE_URL_NAME is set.
`;
