// Generated from provider/api/settingSpecs.ts by `npm run generate`.

/** How to reach the service. */
export interface Settings {
  /** Base URL of the API, such as `https://api.example.com`. */
  baseUrl: string;
  /** Base URL of the access logs, if they have a separate host. @default the base URL, or `https://logging.bunnycdn.com` for `https://api.bunny.net` */
  logsBaseUrl?: string;
  /** API access key. Secret: no message contains it. */
  accessKey: string;
  /** Time limit of one request, in seconds. The limit of access log queries is twice as long. @default 30 */
  timeoutSeconds: number;
  /** Maximum number of retries of a request. @default 8 */
  maxRetries: number;
  /** Region codes accepted in addition to the contract's, for main and replication regions. @default [] */
  extraRegions: readonly string[];
  /** Whether to allow unencrypted `http:` to other machines. @default false */
  allowInsecure: boolean;
  /** Whether to query DNS, before a free certificate, for the nameservers of the domain. @default true */
  checkDelegation?: boolean;
  /** Address of the DNS resolver for these queries. If the base URL is on this machine, queries are sent only with this setting. @default the machine's */
  resolver?: string;
  /** Time until every edge has a changed edge rule, in seconds. A cache is then emptied again; with 0 only once. @default 22 */
  edgeDelaySeconds?: number;
  /** Whether requests that change something are refused. `true` in any place counts, also if another place says `false`. @default false */
  readOnly?: boolean;
}
