import * as pulumi from "@pulumi/pulumi";
import type { AccessLogsArgs, GetAccessLogsArgs } from "../types/functions";
import type { LogTime } from "../types/logArguments";
import type { AccessLogsOptions, GetAccessLogsResult } from "../api/accessLogs/args";
import type { AsInputs, DataSourceOptions, DataSourceOutputOptions } from "./dataSource";
import { clientFor } from "../resources/client";
import { call, outputForm } from "./dataSource";
import { withoutStack } from "../api/errors";
import type { AccessLogEntry } from "../types/accessLog";
import { accessLogEntryTable } from "../wire/accessLog";
import { holdsSecret } from "../wire/secrets";

/** Options for reading access logs within a program. */
export interface AccessLogsSourceOptions extends DataSourceOptions, Pick<AccessLogsOptions, "rate" | "pageSize"> {}

/** Options of {@link getAccessLogsOutput}. */
export interface GetAccessLogsOutputOptions extends DataSourceOutputOptions, Pick<AccessLogsOptions, "rate"> {}

/** {@link GetAccessLogsArgs} as Inputs. */
export type GetAccessLogsOutputArgs = AsInputs<GetAccessLogsArgs>;

/**
 * Gets up to `limit` entries of a pull zone's access log as plain values, with a single request if they fit on one page.
 *
 * @example
 * ```ts
 * const { entries } = await cdn.getAccessLogs({ pullZoneId: 7, from: "2h", status: [404, "5xx"], limit: 1000 });
 * ```
 *
 * @throws {InvalidInputError} naming every invalid argument, before anything is sent
 * @throws {LoggingDisabledError} if logging is disabled on the pull zone
 * @throws {NotFoundError} if there is no such pull zone
 * @throws {UnexpectedResponseError} if 1,000 pages in a row have no entries, although the service says that there are more
 */
export function getAccessLogs(
  args: GetAccessLogsArgs,
  options: Omit<AccessLogsSourceOptions, "pageSize"> = {},
): Promise<GetAccessLogsResult> {
  return call(options, (client) => client.getAccessLogs(args, options));
}

/**
 * {@link getAccessLogs} in its Output form. `entries` is secret if an entry has an Authorization header or a field that is
 * not in the contract; `pagination` and `query` are not.
 */
export function getAccessLogsOutput(
  args: GetAccessLogsOutputArgs,
  options: GetAccessLogsOutputOptions = {},
): pulumi.Output<GetAccessLogsResult> {
  const given = { ...args, from: timeInput(args.from), to: timeInput(args.to) } as GetAccessLogsOutputArgs;
  return outputForm(getAccessLogs, given, options, {
    names: ["entries", "pagination", "query"],
    isSecret: (property, value) =>
      property === "entries" && (value as AccessLogEntry[]).some((entry) => holdsSecret(accessLogEntryTable, entry)),
  });
}

/**
 * Iterates over all matching entries in order, each once, in constant memory and within the service's rate limit. The window is fixed
 * when the iteration begins. `break` and the signal end the iteration.
 *
 * @example
 * ```ts
 * let missing = 0;
 * for await (const { statusCode } of cdn.accessLogs({ pullZoneId: 7, from: "2h" })) if (statusCode === 404) missing++;
 * ```
 *
 * @throws {InvalidInputError} naming every invalid argument, before anything is sent
 * @throws {LoggingDisabledError} if logging is disabled on the pull zone
 * @throws {NotFoundError} if there is no such pull zone
 * @throws {UnexpectedResponseError} if 1,000 pages in a row have no entries, although the service says that there are more
 */
export async function* accessLogs(
  args: AccessLogsArgs,
  options: AccessLogsSourceOptions = {},
): AsyncGenerator<AccessLogEntry, void, undefined> {
  try {
    const client = await clientFor(options.provider);
    yield* client.accessLogs(args, options);
  } catch (error) {
    throw withoutStack(error);
  }
}

/** Converts a Date to a string, because `pulumi.output` would turn a Date into an empty object. */
function timeInput(time: pulumi.Input<LogTime | undefined>): pulumi.Input<string | undefined> {
  if (pulumi.Output.isInstance(time)) return time.apply(timeText);
  return time instanceof Promise ? time.then(timeText) : timeText(time);
}

function timeText(time: LogTime | undefined): string | undefined {
  if (!(time instanceof Date)) return time;
  return Number.isNaN(time.getTime()) ? "an invalid Date" : time.toISOString();
}
