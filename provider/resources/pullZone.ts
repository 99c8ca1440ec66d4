import * as pulumi from "@pulumi/pulumi";
import { fieldsWithNestedSecrets, mergeSecrets, nestedSecretsKey } from "../wire/secrets";
import { InvalidInputError } from "../api/errors";
import { shown } from "../api/input";
import { checkInstallation } from "./installation";
import { providerText, resourceType } from "../serve/dynamic/providerText";
import type { GetPullZoneResult } from "../types/pullZone";
import { suspendStackTraces, withoutStack } from "./stackTraces";
import type { FlaggedOf } from "../wire/fields";
import { fieldNames } from "../wire/fields";
import { pullZoneTable } from "../wire/pullZone";

/** How a pull zone is read. */
export interface PullZoneGetArgs {
  /** Whether hostnames include their certificates and (secret) private keys. @default false */
  includeCertificate?: pulumi.Input<boolean>;
}

/** Fields that change by themselves. A pull zone has no outputs for them; `getPullZone` returns them. */
export type PullZoneVolatile = FlaggedOf<typeof pullZoneTable, "volatile">;

/** The outputs of a pull zone: its fields except volatile ones, with `pullZoneId` for `Id`. */
export interface PullZoneState extends Omit<GetPullZoneResult, "id" | "extraFields" | PullZoneVolatile> {
  /** ID of the zone as a number. Pulumi's own `id` is the same as a string. */
  pullZoneId: number;
}

type PullZoneOutputs = { readonly [Key in keyof PullZoneState]-?: pulumi.Output<PullZoneState[Key]> };

/**
 * A pull zone, read-only. Its configuration is available as outputs, and `pulumi refresh` shows what changed in it.
 *
 * Secret outputs are `zoneSecurityKey`, `cloudSigningKey`, `cloudSigningSecret`, `logForwardingToken`, the private keys of
 * `hostnames` and the action parameters of `edgeRules`. Sets are sorted.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const zone = cdn.PullZone.get("website", "4711");
 *
 * export const origin = zone.originUrl;
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- see the interface below
export class PullZone extends pulumi.CustomResource {
  private constructor(name: string, args: PullZoneGetArgs, opts: pulumi.CustomResourceOptions) {
    checkInstallation();
    if (opts.import !== undefined) throw withoutStack(notImportableError(opts.import));
    const stackTraces = suspendStackTraces();
    try {
      super(resourceType("PullZone"), name, propertiesOf(args), {
        ...opts,
        additionalSecretOutputs: [...secretOutputs, ...(opts.additionalSecretOutputs ?? [])],
      });
    } catch (error) {
      throw stackTraces.resume(error);
    }
    stackTraces.resume();
    // A state has the secrets of an array in an object beside it, so that the rest stays readable. Here they are put back.
    const outputs = this as unknown as Record<string, unknown>;
    for (const array of arraysWithSecrets) {
      const parts = pulumi.all([outputs[array], outputs[nestedSecretsKey(array)]]);
      outputs[array] = parts.apply(([open, secrets]) => mergeSecrets(open, secrets));
    }
  }

  /**
   * Reads an existing pull zone. If there is no such zone, the deployment fails.
   *
   * @param id the zone's id
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID | number>,
    args: PullZoneGetArgs = {},
    opts?: pulumi.CustomResourceOptions,
  ): PullZone {
    return new PullZone(name, args, { ...opts, id: pulumi.output(id).apply(String) });
  }

  /** Whether a value is a `PullZone`, even of another copy of this package. */
  static override isInstance(value: unknown): value is PullZone {
    return (value as { __pulumiType?: unknown } | undefined)?.__pulumiType === resourceType("PullZone");
  }
}

// Declares the outputs, which follow from the state's type.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface PullZone extends PullZoneOutputs {}

function notImportableError(id: string): InvalidInputError {
  return new InvalidInputError(
    `A pull zone can only be read, so the resource option import has no meaning for it. Use: PullZone.get("name", ${shown(id)})`,
    "import",
  );
}

const secretOutputs = fieldNames(pullZoneTable, (field) => field.secret === true);
const arraysWithSecrets = fieldsWithNestedSecrets(pullZoneTable).map(({ name }) => name);
const outputNames = [
  ...fieldNames(pullZoneTable, (field) => field.name !== "id" && field.volatile !== true),
  "pullZoneId",
  ...arraysWithSecrets.map(nestedSecretsKey),
];

/** The inputs, and every output as undefined: the SDK makes an Output only of a property that the constructor names. */
function propertiesOf(args: PullZoneGetArgs): pulumi.Inputs {
  const outputs = Object.fromEntries(outputNames.map((output) => [output, undefined]));
  return { ...outputs, ...args, __provider: providerText("PullZone") };
}
