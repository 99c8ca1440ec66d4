import type { Lag } from "../lag";
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
