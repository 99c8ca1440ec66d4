import * as pulumi from "@pulumi/pulumi";
import type { CallOptions, CdnClient } from "../api/client";
import { withoutStack } from "../api/errors";
import { clientFor } from "../resources/client";
import type { Provider } from "../resources/provider";

/** Options of a data source called as a plain function. */
export interface DataSourceOptions extends CallOptions {
  /** Provider whose account is read. @default the default provider */
  readonly provider?: Provider;
}

/** Options of a data source in its Output form. */
export interface DataSourceOutputOptions extends DataSourceOptions {
  /** Resources that must be created or updated before the call. */
  readonly dependsOn?: pulumi.Input<pulumi.Input<pulumi.Resource>[]> | pulumi.Input<pulumi.Resource>;
}

/** Properties of a function's result. */
export interface ResultProperties {
  readonly names: readonly string[];
  /** Whether a property contains a secret value. */
  readonly isSecret: (property: string, value: unknown) => boolean;
}

/** Arguments as Inputs. */
export type AsInputs<Args> = { [Name in keyof Args]: pulumi.Input<Args[Name]> };

/**
 * Calls the service within a program, with the settings of the stack or of the explicit provider.
 *
 * @throws {CdnError} which Pulumi prints without a stack trace, because the message contains advice
 */
export async function call<T>(options: DataSourceOptions, act: (client: CdnClient) => Promise<T>): Promise<T> {
  try {
    return await act(await clientFor(options.provider));
  } catch (error) {
    throw withoutStack(error);
  }
}

/**
 * Returns the Output form of a data source. The data source is called once the resources exist that its arguments come from. With an
 * unknown argument, or before such a resource exists, it is not called and the result is unknown. With a secret argument, the whole
 * result is secret.
 *
 * Otherwise, the whole Output is secret if the result contains a secret value, and a property only if its own value contains one:
 * `zone.name` is plain, `zone.password` is secret. The Outputs of properties are created on first use, because a failed call rejects
 * each of them, which is expensive on Node 20 (four gigabytes for `pulumi.all` over the properties of one zone).
 */
export function outputForm<Args, Result extends object>(
  plainForm: (args: Args, options: DataSourceOptions) => Promise<Result>,
  args: AsInputs<Args>,
  options: DataSourceOutputOptions,
  { names, isSecret }: ResultProperties,
): pulumi.Output<Result> {
  const given = pulumi.output(args);
  const result = pulumi
    .all([given, existenceOf(resourcesOf(given)), existenceOf(options.dependsOn), settledSettings(options.provider)])
    .apply(([plainArgs]) => plainForm(plainArgs as Args, options));
  const output = result.apply((found) =>
    names.some((property) => isSecret(property, valueIn(found, property))) ? secretOutput(found) : found,
  ) as pulumi.Output<Result>;
  const outputOf = (property: string): pulumi.Output<unknown> =>
    result.apply((found) => {
      const value = valueIn(found, property);
      return isSecret(property, value) ? secretOutput(value) : value;
    });
  for (const property of names) {
    let ofProperty: pulumi.Output<unknown> | undefined;
    Object.defineProperty(output, property, { get: () => (ofProperty ??= outputOf(property)) });
  }
  return output;
}

function valueIn(result: unknown, property: string): unknown {
  return (result as Readonly<Record<string, unknown>>)[property];
}

/** Returns a value as a secret Output. `pulumi.secret` would copy each element, which takes seconds for ten thousand log entries. */
function secretOutput<T>(value: T): pulumi.Output<unknown> {
  return pulumi.secret("").apply<unknown>(() => value);
}

/** Returns the resources that an Output comes from. The SDK's functions also wait for them: a declared name is known before the zone exists. */
async function resourcesOf(output: unknown): Promise<pulumi.Resource[]> {
  return [...(await (output as { allResources(): Promise<Set<pulumi.Resource>> }).allResources())];
}

/** Returns an Output that is known once the resources exist, and so unknown in a preview that would create one. */
function existenceOf(dependsOn: DataSourceOutputOptions["dependsOn"]): pulumi.Output<unknown> {
  return pulumi.output(dependsOn).apply((given = []) => {
    const resources: readonly pulumi.Resource[] = Array.isArray(given) ? given : [given];
    return pulumi.all(resources.map(idOf));
  });
}

function idOf(resource: pulumi.Resource): pulumi.Output<unknown> {
  if (pulumi.CustomResource.isInstance(resource)) return resource.id;
  // A component exists once its children do, as in the SDK's own `dependsOn`.
  const { __childResources: children = [] } = resource as unknown as { __childResources?: Iterable<pulumi.Resource> };
  return pulumi.all([resource.urn, ...[...children].map(idOf)]);
}

/** Returns an Output that is known once the provider's settings are known. It is not secret: the key must not make the result secret. */
function settledSettings(provider: Provider | undefined): pulumi.Output<unknown> {
  return provider === undefined ? pulumi.output(undefined) : pulumi.unsecret(provider.settings);
}
