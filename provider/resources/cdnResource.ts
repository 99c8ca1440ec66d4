import * as pulumi from "@pulumi/pulumi";
import { partId, zoneId } from "../api/ids";
import type { Kind, KindName } from "../kinds";
import { kinds } from "../kinds";
import { nativeType, resourceType } from "../kinds/resourceTypes";
import { providerText } from "../serve/dynamic/providerText";
import { fieldsWithNestedSecrets, mergeSecrets } from "../wire/secrets";
import { checkInstallation } from "./installation";
import { keepKnown } from "./stableOutputs";
import { suspendStackTraces } from "./stackTraces";
import { InvalidInputError, withoutStack } from "../api/errors";
import { importKey, nestedSecretsKey, updateKey } from "../wire/stateKeys";

/** Outputs of a resource, by the properties of its state. */
export type Outputs<State> = { readonly [Key in keyof State]-?: pulumi.Output<State[Key]> };

/** Base of every resource class. Outputs, secrets and provider follow from the kind. */
export abstract class CdnResource extends pulumi.CustomResource {
  protected constructor(kindName: KindName, name: string, args: object, opts: pulumi.CustomResourceOptions = {}) {
    checkInstallation();
    const kind: Kind = kinds[kindName];
    // The engine can't import dynamic resources; see importKey.
    const { import: imported, ...options } = opts;
    const mustPassUpdate = kind.computed !== undefined && opts.id === undefined && !pulumi.runtime.isDryRun();
    const passed = {
      ...(imported === undefined ? {} : { [importKey]: idToImport(kind, imported) }),
      ...(mustPassUpdate ? { [updateKey]: true } : {}),
    };
    const stackTraces = suspendStackTraces();
    try {
      const takesOver = opts.id === undefined && takesExisting(kind, args);
      const secrets = kind.secretInputs.map((input) => [input, (args as pulumi.Inputs)[input] as unknown] as const);
      const properties = {
        ...undefinedOutputs(kind),
        ...args,
        ...Object.fromEntries(
          secrets.map(([input, value]) => [input, value === undefined ? value : pulumi.secret(value)]),
        ),
        ...(takesOver ? { existingId: existingId(kind, name, args.existingId) } : {}),
        ...passed,
        __provider: providerText(kindName),
      };
      super(resourceType(kindName), name, properties, {
        // An object that the resource took over stays, so nothing is deleted first.
        ...(kind.deleteBeforeReplace === false || takesOver ? {} : { deleteBeforeReplace: true }),
        ...options,
        // A resource that is only read needs no alias, because it is read again.
        ...(opts.id === undefined ? { aliases: [{ type: nativeType(kindName) }, ...(opts.aliases ?? [])] } : {}),
        additionalSecretOutputs: [
          ...kind.secretOutputs,
          ...(opts.id === undefined ? (kind.repeatingOutputs ?? []) : []),
          ...(opts.additionalSecretOutputs ?? []),
        ],
      });
    } catch (error) {
      throw stackTraces.resume(error);
    }
    stackTraces.resume();
    if (opts.id === undefined)
      forceDestroyOf.set(this, (args as { forceDestroy?: pulumi.Input<boolean> }).forceDestroy);
    if (pulumi.runtime.isDryRun()) warnOfDeletedWith(this, kind, opts.deletedWith);
    const outputs = this as unknown as Record<string, unknown>;
    // In the preview of an update, only the id of a dynamic resource is known. Its dependents would otherwise be shown as changed.
    const { idOutput } = kind;
    if (idOutput !== undefined) {
      const output = outputs[idOutput];
      outputs[idOutput] = this.id.apply((id) => (/^[1-9][0-9]*$/.test(id) ? Number(id) : output));
    }
    if (opts.id === undefined && pulumi.runtime.isDryRun()) keepKnown(this, kindName);
    // A state has the secrets of an array in a separate object, so that the rest stays readable. Here they are merged again.
    for (const { name: array } of fieldsWithNestedSecrets(kind.readTable)) {
      const parts = pulumi.all([outputs[array], outputs[nestedSecretsKey(array)]]);
      outputs[array] = parts.apply(([open, secrets]) => mergeSecrets(open, secrets));
    }
  }
}

/** Whether a program declares an id to take over, even one without a value. */
function takesExisting({ options }: Kind, args: object): args is { readonly existingId: unknown } {
  return "existingId" in args && options.fields.some(({ name }) => name === "existingId");
}

/**
 * Returns the id of an object to take over. Without a value, the engine would not see the argument, and a new object would be created.
 *
 * @throws {InvalidInputError} for a plain value that is not an id; an Output is rejected with it
 */
function existingId({ name: kind, noun }: Kind, resource: string, given: unknown): pulumi.Input<unknown> {
  const checked = (id: unknown): unknown => {
    if (id !== undefined && id !== null && !(typeof id === "number" && id <= 0)) return id;
    throw withoutStack(
      new InvalidInputError(
        `existingId of ${kind} ${JSON.stringify(resource)} must be the id of an existing ${noun}, but got: ${String(id)}. Nothing was created instead. ` +
          `If the id is an output of another resource, run pulumi up --refresh, so that its state has the id; if there is no such ${noun}, remove existingId`,
        "existingId",
      ),
    );
  };
  return pulumi.Output.isInstance(given) || given instanceof Promise
    ? pulumi.output(given).apply(checked)
    : checked(given);
}

/** The declared `forceDestroy` of resources. */
const forceDestroyOf = new WeakMap<pulumi.Resource, pulumi.Input<boolean | undefined>>();

/** Warns of `deletedWith`: the engine then does not delete the part, and the deletion of the zone is refused because of it. */
function warnOfDeletedWith(resource: CdnResource, { noun, parent }: Kind, zone: pulumi.Resource | undefined): void {
  if (parent === undefined || zone === undefined || !isOfKind(parent as KindName, zone)) return;
  const parentKind: Kind = kinds[parent as KindName];
  if (!forceDestroyOf.has(zone) || !parentKind.options.fields.some(({ name }) => name === "forceDestroy")) return;
  const text =
    `The option deletedWith leaves the deletion of this ${noun} to its ${parentKind.noun}, which is refused unless the ${parentKind.noun} has forceDestroy: true. ` +
    `Declare it there, and run pulumi up before pulumi destroy`;
  pulumi.output(forceDestroyOf.get(zone)).apply((isForced) => {
    if (isForced !== true) void pulumi.log.warn(text, resource);
  });
}

/** Whether a value is a resource of that kind, possibly from another copy of this package. */
export function isOfKind(kind: KindName, value: unknown): boolean {
  return (value as { __pulumiType?: unknown } | undefined)?.__pulumiType === resourceType(kind);
}

/** Returns the options that read an existing object. */
export function withId(
  id: pulumi.Input<pulumi.ID | number>,
  opts?: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  return { ...opts, id: pulumi.output(id).apply(String) };
}

/** Returns every output with the value undefined: the SDK creates an Output only for properties that the constructor names. */
function undefinedOutputs({ readTable, outputNames }: Kind): pulumi.Inputs {
  const secrets = fieldsWithNestedSecrets(readTable).map(({ name }) => nestedSecretsKey(name));
  return Object.fromEntries([...outputNames, ...secrets].map((output) => [output, undefined]));
}

/** Validates the id in the option `import`, so that a wrong one already fails in the preview. @throws {InvalidInputError} */
function idToImport(kind: Kind, id: string): string {
  try {
    if (kind.hasNoObject === true) throw new InvalidInputError(kind.noImport?.(id) ?? "");
    return kind.parent === undefined ? String(zoneId(kind.noun, id)) : partId(kind, id).id;
  } catch (error) {
    throw withoutStack(error);
  }
}
