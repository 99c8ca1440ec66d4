import type * as pulumi from "@pulumi/pulumi";
import { lookUpEdgeScript, lookUpEdgeScripts } from "../api/lookUp";
import type { FoundEdgeScript, GetEdgeScriptResult } from "../types/edgeScript";
import type { GetEdgeScriptArgs, ListEdgeScriptsArgs } from "../types/functions";
import { edgeScriptTable, foundEdgeScriptTable } from "../wire/edgeScript";
import { fieldNames } from "../wire/fields";
import { holdsSecret, propertyHoldsSecret } from "../wire/secrets";
import type { AsInputs, DataSourceOptions, DataSourceOutputOptions } from "./dataSource";
import { call, outputForm } from "./dataSource";

/** {@link GetEdgeScriptArgs} as Inputs. */
export type GetEdgeScriptOutputArgs = AsInputs<GetEdgeScriptArgs>;

/** Edge scripts to get. */
export type GetEdgeScriptsArgs = ListEdgeScriptsArgs;

/** {@link GetEdgeScriptsArgs} as Inputs. */
export type GetEdgeScriptsOutputArgs = AsInputs<GetEdgeScriptsArgs>;

/** Edge scripts of an account. */
export interface GetEdgeScriptsResult {
  /** IDs of the scripts. */
  ids: number[];
  /** Names of the scripts, in the same order; `""` for a script without a name. */
  names: string[];
  /** All fields of the scripts, including the (secret) deployment key. */
  scripts: GetEdgeScriptResult[];
}

/**
 * Gets all fields of an edge script and its variables, including volatile fields and the deployment key, as plain values. Its code and its
 * secrets are not among them. Assumption: the service has edge scripts.
 *
 * @example
 * ```ts
 * const { edgeScriptId, defaultHostname } = await cdn.getEdgeScript({ name: "acme-hello" });
 * ```
 *
 * @throws {InvalidInputError} unless exactly one of edgeScriptId and name is given, or if several scripts have the name
 * @throws {NotFoundError} if there is no such script, or it was deleted
 */
export function getEdgeScript(args: GetEdgeScriptArgs, options: DataSourceOptions = {}): Promise<FoundEdgeScript> {
  return call(options, (client) => lookUpEdgeScript(client, args, options));
}

/** {@link getEdgeScript} in its Output form: the deployment key is a secret Output. */
export function getEdgeScriptOutput(
  args: GetEdgeScriptOutputArgs,
  options: DataSourceOutputOptions = {},
): pulumi.Output<FoundEdgeScript> {
  return outputForm(getEdgeScript, args, options, {
    names: [...fieldNames(foundEdgeScriptTable), "extraFields"],
    isSecret: (property, value) => propertyHoldsSecret(foundEdgeScriptTable, property, value),
  });
}

/**
 * Gets all edge scripts of the account and their variables as plain values. Assumption: the service has edge scripts.
 *
 * @example
 * ```ts
 * const { scripts } = await cdn.getEdgeScripts({ search: "acme" });
 * const unpublished = scripts.filter((script) => script.currentReleaseId === 0).map((script) => script.name);
 * ```
 *
 * @throws {UnexpectedResponseError} if the service has no operation that lists edge scripts
 */
export function getEdgeScripts(
  args: GetEdgeScriptsArgs = {},
  options: DataSourceOptions = {},
): Promise<GetEdgeScriptsResult> {
  return call(options, (client) => lookUpEdgeScripts(client, args, options));
}

/** {@link getEdgeScripts} in its Output form: `scripts` is secret, `ids` and `names` are not. */
export function getEdgeScriptsOutput(
  args: GetEdgeScriptsOutputArgs = {},
  options: DataSourceOutputOptions = {},
): pulumi.Output<GetEdgeScriptsResult> {
  return outputForm(getEdgeScripts, args, options, {
    names: ["ids", "names", "scripts"],
    isSecret: (property, value) =>
      property === "scripts" && (value as readonly object[]).some((script) => holdsSecret(edgeScriptTable, script)),
  });
}
