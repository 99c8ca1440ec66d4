import type { Service } from "../service";
import type { Answer } from "./answer";

/** A request after its transport: read, routed and let in. */
export interface ServiceRequest {
  /** The segments of the path that the route left open, decoded, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly contentType: string | undefined;
  /** The body as it came; empty where there was none. */
  readonly body: string;
  /** How long what this request makes stays invisible; see the `lag` fault. */
  readonly lag: Lag;
}

/** Eventual consistency. Times in milliseconds; 0 everywhere is a consistent service. */
export interface Lag {
  /** A new zone answers 404 to GET for so long after it was made. */
  readonly getMs: number;
  /** A new zone answers 404 to its first so many GETs. */
  readonly getRequests: number;
  /** The list shows a new zone, and drops a deleted one, so much later. */
  readonly listMs: number;
}

/** One operation of the service. */
export interface Route {
  /** Names the operation in the journal and in {@link EmulatorOptions.unserved}. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** Segments of a path; one that begins with a colon is open, as in `/storagezone/:id`. */
  readonly path: string;
  /** The answer to a missing or wrong access key; left out, 401 with an empty body. */
  readonly unauthorized?: Answer;
  readonly handle: (service: Service, request: ServiceRequest) => Answer;
}
