// Generated from provider/api/settingSpecs.ts by `npm run generate`.

/** How to reach the service. */
export interface Settings {
  /** Base URL of the API, such as `https://api.example.com`. */
  baseUrl: string;
  /** Base URL of the access logs, if they have a separate host. With the base URL `https://api.bunny.net` that is `https://logging.bunnycdn.com`. @default the base URL, or the public service's host for logs */
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
  /** Whether to send DNS queries, for a free certificate, to find out whether the domain is delegated to its DNS zone. @default true */
  checkDelegation?: boolean;
  /** Address of the DNS resolver for these queries. If the base URL is on this machine, queries are sent only with this setting. @default the machine's */
  resolver?: string;
  /** Time after a change of an edge rule after which a cache is emptied again, in seconds: every edge has the rule by then. With 0, a cache is emptied only once. @default 22 */
  edgeDelaySeconds?: number;
  /** Whether requests that change something are refused. `true` in any place counts, also if another place says `false`. @default false */
  readOnly?: boolean;
}
