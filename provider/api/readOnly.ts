import { sentence } from "../wire/words";
import type { RequestInfo } from "./errors";
import { ReadOnlyError } from "./errors";
import { headline } from "./operation";
import type { OwnedSettings } from "./settings";

/** Returns the reason why nothing is changed, and what to do: "cdn:readOnly is true. To allow changes, remove that setting". */
export function readOnlyReason({ readOnlyFrom = ["readOnly"] }: Pick<OwnedSettings, "readOnlyFrom">): string {
  const isOne = readOnlyFrom.length === 1;
  return `${sentence(readOnlyFrom)} ${isOne ? "is" : "are"} true. To allow changes, remove ${isOne ? "that setting" : "these settings"}`;
}

/** Returns the error for a request that changes something although the settings are read-only. @param object what it changes */
export function readOnlyError(
  request: RequestInfo,
  object: string | undefined,
  settings: OwnedSettings,
): ReadOnlyError {
  const what = object === undefined ? "something" : object;
  return new ReadOnlyError(
    `${headline(request)} was not sent: it would change ${what}, but ${readOnlyReason(settings)}`,
    request,
  );
}
