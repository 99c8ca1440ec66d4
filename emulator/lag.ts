/** Eventual consistency. Times in milliseconds; 0 everywhere is a consistent service. */
export interface Lag {
  /** A new zone answers 404 to GET for so long after it was made. */
  readonly getMs: number;
  /** A new zone answers 404 to its first so many GETs. */
  readonly getRequests: number;
  /** The list shows a new zone, and drops a deleted one, so much later. */
  readonly listMs: number;
}
