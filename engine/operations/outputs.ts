import { containsSecret, reveal } from "../property/secrets";
import type { PropertyValue } from "../property/value";
import { stackType } from "../resource/urn";
import type { Snapshot } from "../state/snapshot";

/** An output of the stack: its plain value, and whether that is a secret. */
export interface StackOutput {
  value: PropertyValue;
  secret: boolean;
}

export function stackOutputs(snapshot: Snapshot): Record<string, StackOutput> {
  const stack = snapshot.resources.find(({ type }) => type === stackType);
  return Object.fromEntries(
    Object.entries(stack?.outputs ?? {}).map(([name, value]) => [
      name,
      { value: reveal(value), secret: containsSecret(value) },
    ]),
  );
}
