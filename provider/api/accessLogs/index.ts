import type { AccessLogEntry } from "../../types/accessLog";
import type { Counters } from "../sender";
import type { Settings } from "../settings";
import type { AccessLogsArgs, AccessLogsOptions, GetAccessLogsArgs, GetAccessLogsResult } from "./args";
import type { AccessLogQueries } from "./queries";

/** The access logs of one service. What queries them is loaded with the first query: most clients make none. */
export class AccessLogs {
  readonly #settings: Settings;
  #made: AccessLogQueries | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get counters(): Readonly<Counters> {
    return this.#made?.counters ?? { requests: 0, retries: 0 };
  }

  /** See iterate.ts. */
  iterate(args: AccessLogsArgs, options: AccessLogsOptions): AsyncGenerator<AccessLogEntry, void, undefined> {
    const { iterateAccessLogs } = require("./iterate") as typeof import("./iterate");
    return iterateAccessLogs(this.#queries(), args, options);
  }

  /** See get.ts. */
  get(args: GetAccessLogsArgs, options: AccessLogsOptions): Promise<GetAccessLogsResult> {
    const { collectAccessLogs } = require("./get") as typeof import("./get");
    return collectAccessLogs(this.#queries(), args, options);
  }

  #queries(): AccessLogQueries {
    if (this.#made !== undefined) return this.#made;
    const { AccessLogQueries } = require("./queries") as typeof import("./queries");
    return (this.#made = new AccessLogQueries(this.#settings));
  }
}
