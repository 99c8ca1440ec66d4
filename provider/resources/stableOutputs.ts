import * as pulumi from "@pulumi/pulumi";
import type { KindName } from "../kinds";
import { wholeKinds } from "../kinds";
import type { WholeKindOf } from "../kinds/kind";
import { Provider } from "./provider";

/** How long a preview waits for the service, in milliseconds. */
const maxReadMs = 5_000;

/**
 * Keeps the outputs known that no update changes, in the preview of an update: an engine has them as unknown there, so that what uses them would
 * be shown as changed. They are read from the service when the program first uses one, and stay unknown if that fails.
 */
export function keepKnown(resource: pulumi.CustomResource, kindName: KindName): void {
  const { [kindName]: kind }: Partial<Record<string, WholeKindOf<object>>> = wholeKinds;
  if (kind === undefined) return;
  const { stableOutputs = [], secretOutputs } = kind;
  let reading: Promise<Readonly<Record<string, unknown>>> | undefined;
  for (const name of stableOutputs) {
    const output = (resource as unknown as Record<string, pulumi.Output<unknown>>)[name];
    const stable = (): pulumi.Output<unknown> =>
      resource.id.apply(async (id) => {
        if (!/^[1-9][0-9]*$/.test(id) || (await isKnown(output))) return output;
        const { [name]: value } = await (reading ??= read(resource, kind, id));
        if (value === undefined || value === "") return output;
        return secretOutputs.includes(name) ? pulumi.secret(value) : value;
      });
    let used: pulumi.Output<unknown> | undefined;
    Object.defineProperty(resource, name, { get: () => (used ??= stable()), enumerable: true, configurable: true });
  }
}

async function read(
  resource: pulumi.CustomResource,
  kind: WholeKindOf<object>,
  id: string,
): Promise<Readonly<Record<string, unknown>>> {
  // A unit test with mocks has no engine, and must not reach an account.
  if (pulumi.runtime.getEngine() === undefined) return {};
  // The provider that the resource has or inherits, if it is an explicit one.
  const { __prov: provider } = resource as unknown as { readonly __prov?: unknown };
  if (provider !== undefined && !(provider instanceof Provider)) return {};
  try {
    const { clientFor } = require("./client") as typeof import("./client");
    const client = await clientFor(provider);
    return { ...(await client.objects.get(kind, id, { signal: AbortSignal.timeout(maxReadMs) })) };
  } catch {
    return {};
  }
}

function isKnown(output: unknown): Promise<boolean> {
  return (output as { readonly isKnown: Promise<boolean> }).isKnown;
}
