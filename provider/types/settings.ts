// Generated from provider/api/settingSpecs.ts by `npm run generate`.

/** How to reach the service. */
export interface Settings {
  /** Base URL of the API, such as `https://api.example.com`. */
  baseUrl: string;
  /** Base URL of the access logs, if they have a host of their own. @default the base URL */
  logsBaseUrl?: string;
  /** The API access key. Secret: it is in no message. */
  accessKey: string;
  /** Time limit of one request, in seconds; queries of access logs have twice as long. @default 30 */
  timeoutSeconds: number;
  /** Maximum number of retries of a request. @default 8 */
  maxRetries: number;
  /** Region codes accepted in addition to the contract's, for main and replication regions. @default [] */
  extraRegions: readonly string[];
  /** Whether to allow plain `http:` to other machines. @default false */
  allowInsecure: boolean;
  /** Whether a free certificate may lead to DNS queries that tell whether the domain is delegated to its DNS zone. @default true */
  checkDelegation?: boolean;
  /** Address of the DNS resolver for these queries. If the base URL is on this machine, there are none without it. @default the machine's */
  resolver?: string;
}
